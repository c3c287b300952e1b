/** A matrix as text for other programs, with every digit that the double holds. */
import type { MatrixModel } from './model';

export const copyFormats = ['NumPy', 'PyTorch', 'LaTeX', 'CSV'] as const;
export type CopyFormat = (typeof copyFormats)[number];

interface Spelling { infinity: string; nan: string }

const spellings: Record<CopyFormat, Spelling> = {
  NumPy: { infinity: 'np.inf', nan: 'np.nan' },
  PyTorch: { infinity: 'float("inf")', nan: 'float("nan")' },
  LaTeX: { infinity: '\\infty', nan: '\\mathrm{NaN}' },
  CSV: { infinity: 'inf', nan: 'nan' },
};

function spell(x: number, { infinity, nan }: Spelling): string {
  if (Number.isNaN(x)) return nan;
  return Number.isFinite(x) ? String(x) : (x < 0 ? '-' : '') + infinity;
}

export function copyText(model: Pick<MatrixModel, 'name' | 'cells' | 'boolean'>, format: CopyFormat): string {
  const asBoolean = model.boolean && (format === 'NumPy' || format === 'PyTorch');
  const value = (x: number): string => (asBoolean ? (x ? 'True' : 'False') : spell(x, spellings[format]));
  const cells = model.cells.map((row) => row.map((cell) => cell.value === undefined ? cell.text : value(cell.value)));
  const list = `[${cells.map((row) => `[${row.join(', ')}]`).join(',\n ')}]`;
  switch (format) {
    case 'NumPy': return `${model.name} = np.array(${list})`;
    case 'PyTorch': return `${model.name} = torch.tensor(${list}, dtype=torch.${asBoolean ? 'bool' : 'float64'})`;
    case 'LaTeX': return `\\begin{bmatrix}\n${cells.map((row) => row.join(' & ')).join(' \\\\\n')}\n\\end{bmatrix}`;
    case 'CSV': return cells.map((row) => row.join(',')).join('\n');
  }
}

/** Puts text on the clipboard; where the browser forbids it (file://, sandboxed frames) through a selection instead. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'maskscope-clipboard';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
