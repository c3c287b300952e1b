/** An array drawn as matrices of its last two axes, one block for each index of the axes before them. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import { range } from './range';

/** Above this many cells they shrink and lose their numbers. */
export const readableCells = 256;
/** A block with more columns may have to be scrolled on a phone, by keyboard too. */
const phoneColumns = 8;

export interface CellLook {
  /** The followed one. */
  marked?: boolean;
  tinted?: boolean;
  /** Where something is wrong. */
  warm?: boolean;
  blocked?: boolean;
  text?: string;
}

export interface PictureModel {
  /** What the picture shows, for those who do not see it. */
  says: string;
  shape: number[];
  /** A small letter for each axis. */
  letters: string[];
  /** By place in memory order. */
  look: (offset: number) => CellLook;
  /** A pointer on a cell; the keyboard has the figure's sliders. */
  choose?: (offset: number) => void;
}

interface Sizes { width: number; height: number; left: number; top: number }
const large: Sizes = { width: 30, height: 24, left: 16, top: 16 };
const small: Sizes = { width: 11, height: 11, left: 2, top: 2 };

function cell({ width, height, left, top }: Sizes, row: number, column: number, look: CellLook, choose: (() => void) | undefined): TemplateResult {
  const [x, y] = [left + column * width, top + row * height];
  const classes = ['cell', look.tinted && 'tinted', look.warm && 'warm', look.marked && 'marked', choose && 'choosable'].filter(Boolean).join(' ');
  const inset = look.marked || look.warm ? 1.5 : 0.5;
  return svg`<g class=${classes} @click=${choose ?? nothing}>
    <rect x=${x + inset} y=${y + inset} width=${width - 2 * inset} height=${height - 2 * inset} rx="1.5"></rect>
    ${look.blocked ? svg`<path d=${`M${x + 2} ${y + height - 2}L${x + width - 2} ${y + 2}`}></path>` : nothing}
    ${look.warm ? svg`<path class="corner" d=${`M${x + width - 8} ${y + 1}h7v7z`}></path>` : nothing}
    ${look.text === undefined ? nothing : svg`<text x=${x + width / 2} y=${y + height / 2}>${look.text}</text>`}
  </g>`;
}

function block(model: PictureModel, index: number[], sizes: Sizes): TemplateResult {
  const { shape, letters, look, choose } = model;
  const [rowCount, columnCount] = shape.slice(-2) as [number, number];
  const first = index.reduce((offset, i, axis) => offset * shape[axis]! + i, 0) * rowCount * columnCount;
  const { width, height, left, top } = sizes;
  const [w, h] = [left + columnCount * width + 1, top + rowCount * height + 1];
  const label = index.map((i, axis) => `${letters[axis]}=${i}`).join(', ');
  const numbered = sizes === large;
  return html`<figure>
    <figcaption>${label}</figcaption>
    <svg width=${w} height=${h} viewBox=${`0 0 ${w} ${h}`}>
      ${numbered ? range(columnCount).map((i) => svg`<text class="axis" x=${left + (i + 0.5) * width} y=${top / 2}>${i}</text>`) : nothing}
      ${range(rowCount).map((i) => svg`
        ${numbered ? svg`<text class="axis" x=${left / 2 - 1} y=${top + (i + 0.5) * height}>${i}</text>` : nothing}
        ${range(columnCount).map((j) => {
          const offset = first + i * columnCount + j;
          return cell(sizes, i, j, numbered ? look(offset) : { ...look(offset), text: undefined }, choose && (() => choose(offset)));
        })}`)}
    </svg>
  </figure>`;
}

export function picture(model: PictureModel): TemplateResult {
  const leading = model.shape.slice(0, -2).reduce<number[][]>((indices, extent) => indices.flatMap((index) => range(extent).map((i) => [...index, i])), [[]]);
  const cells = model.shape.reduce((product, extent) => product * extent, 1);
  const wide = model.shape.at(-1)! > phoneColumns;
  return html`<div class="blocks" role="img" aria-label=${model.says} tabindex=${wide ? 0 : nothing}>${leading.map((index) => block(model, index, cells > readableCells ? small : large))}</div>`;
}
