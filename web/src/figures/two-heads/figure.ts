import { html, type TemplateResult } from 'lit';
import type { FigureDefinition, View } from '../../element/definition';
import { parseNumber } from '../../format';
import type { CellRef, MatrixModel } from '../../matrix/model';
import { numberCells } from '../../parts/cells';
import { radios, switchButton, toggle } from '../../parts/controls';
import { replaced } from '../../parts/edits';
import { sentences } from '../../parts/sentences';
import { row, rows } from '../../tensor';
import { compute, entered, type Numbers, type ParameterName } from './compute';
import { explanations } from './explain';
import { initial, positions, schema, type State } from './state';
import { styles } from './styles';
import { texts, type Texts } from './texts';

type TwoHeadsView = View<State, Texts>;

const digits = ['₁', '₂'];
const names = (order: number[]): string[] => order.map((head) => String(head + 1));
const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => String(i + 1));

/** The matrices that the reader may change: X and the parameters as they act. */
function inputs(view: TwoHeadsView, numbers: Numbers): Record<'x' | ParameterName, MatrixModel> {
  const { core, state, t, number, language, set } = view;
  const edit = (values: number[][], change: (values: number[][]) => Partial<State>) => (cell: CellRef, text: string): string | null => {
    const parsed = parseNumber(text, language);
    return 'message' in parsed ? parsed.message : set(change(replaced(values, cell, parsed.value)));
  };
  const parameter = (id: ParameterName): Pick<MatrixModel, 'id' | 'title' | 'name' | 'cells' | 'mode' | 'edit'> => {
    const values = rows(numbers.parameters[id]);
    return {
      id, title: t[id], name: `W_${id.slice(1)}`, cells: numberCells(values, { number }), mode: 'edit',
      edit: edit(values, (changed) => entered(core, state, id, changed)),
    };
  };
  const byHead = { rows: numbered(2), rowAxis: t.input, columns: names(numbers.headAt), columnAxis: t.head };
  return {
    x: {
      id: 'x', title: t.x, name: 'X', rows: numbered(positions), rowAxis: t.position, columns: numbered(2), columnAxis: t.input,
      cells: numberCells(state.x, { number }), mode: 'edit', edit: edit(state.x, (x) => ({ x })),
    },
    wQ: { ...parameter('wQ'), ...byHead },
    wK: { ...parameter('wK'), ...byHead },
    wV: { ...parameter('wV'), ...byHead },
    wO: { ...parameter('wO'), rows: names(numbers.rowFor), rowAxis: t.rowFor, columns: numbered(2), columnAxis: t.output },
  };
}

/** One head and the followed query: from Q, K and V to the head's output. */
function headPanel(view: TwoHeadsView, numbers: Numbers, place: number): TemplateResult {
  const { state, t, number } = view;
  const { trace, headAt, reasons } = numbers;
  const head = headAt[place]!;
  const name = t.headName(head + 1);
  const explain = explanations(numbers, state, t, number).heads[place]!;
  const softmax = trace.attention.softmax;
  const query = { rows: [String(state.query + 1)], rowAxis: t.query };
  const keys = { ...query, columns: numbered(positions), columnAxis: t.key };
  const ofQuery = { number, reasons: [reasons[state.query]!] };
  const [q, k, v] = [trace.qHeads, trace.kHeads, trace.vHeads].map((heads) => rows(heads, 0, place));
  const qkv = q!.map((line, position) => [...line, ...k![position]!, ...v![position]!]);
  const models: MatrixModel[] = [
    {
      id: `qkv${place}`, title: t.qkv(name), name: `QKV_${head + 1}`, rows: numbered(positions), rowAxis: t.position, followed: state.query,
      columns: ['Q', 'K', 'V'], columnAxis: t.projection, cells: numberCells(qkv, { number }), explain: explain.qkv,
    },
    { id: `scores${place}`, title: t.scores(name, state.query + 1), name: `D_${head + 1}`, ...keys,
      cells: numberCells([row(softmax.masked, 0, place, state.query)], ofQuery), explain: explain.scores },
    { id: `weights${place}`, title: t.weights(name, state.query + 1), name: `A_${head + 1}`, ...keys,
      cells: numberCells([row(softmax.weights, 0, place, state.query)], { ...ofQuery, shade: true }), explain: explain.weights },
    { id: `output${place}`, title: t.mixture(`o${digits[head]}`), name: `o_${head + 1}`, ...query, columns: ['1'], columnAxis: t.coordinate,
      cells: numberCells([row(trace.attention.output, 0, place, state.query)], { number }), explain: explain.output },
  ];
  const [projected, scores, weights, output] = models.map(view.matrix);
  return html`<div class="head">${projected}${scores}<div class="matrices">${weights}${output}</div></div>`;
}

/** Whether two heads with equal outputs, as shown, read the same positions. */
function reading(view: TwoHeadsView, numbers: Numbers): string {
  const { state, t, number } = view;
  const { attention } = numbers.trace;
  const shown = (values: { shape: number[]; data: Float64Array }): string[] =>
    numbers.headAt.map((_, place) => row(values, 0, place, state.query).map(number).join(' '));
  const [first, second] = shown(attention.output);
  const [firstWeights, secondWeights] = shown(attention.softmax.weights);
  const query = state.query + 1;
  if (firstWeights === secondWeights) return t.sameReading(query);
  if (first === second) return t.equalOutputs(query, first!);
  return sentences(view.language, t.unequalOutputs(query, first!, second!), t.lookAtThree);
}

function verdict({ state, t }: TwoHeadsView, { headAt, rowFor, changedOutput }: Numbers): { text: string; warm: boolean } {
  const count = changedOutput.flat().filter(Boolean).length;
  if (count > 0) return { text: t.changed(count, headAt[0]! + 1, rowFor[0]! + 1), warm: true };
  if (!state.headsSwapped && !state.rowsSwapped) return { text: t.untouched, warm: false };
  return { text: state.headsSwapped === state.rowsSwapped ? t.restored : t.byChance, warm: false };
}

function joinedModels(view: TwoHeadsView, numbers: Numbers): MatrixModel[] {
  const { state, t, number } = view;
  const { trace, before, headAt } = numbers;
  const explain = explanations(numbers, state, t, number);
  const byQuery = { rows: numbered(positions), rowAxis: t.query, followed: state.query };
  const coordinates = { columns: numbered(2), columnAxis: t.output };
  const contributions = headAt.map((_, place) => row(trace.contributions, 0, place, state.query));
  return [
    { id: 'merged', title: t.merged, name: 'J', ...byQuery, columns: names(headAt), columnAxis: t.head, cells: numberCells(rows(trace.merged), { number }), explain: explain.merged },
    inputs(view, numbers).wO,
    {
      id: 'contributions', title: t.contributions(state.query + 1), name: 'contributions', rows: names(headAt), rowAxis: t.head, ...coordinates,
      cells: numberCells(contributions, { number, warm: numbers.changedContributions }), explain: explain.contributions,
    },
    { id: 'output', title: t.result, name: 'Y', ...byQuery, ...coordinates, cells: numberCells(rows(trace.output), { number, warm: numbers.changedOutput }), explain: explain.output },
    { id: 'before', title: t.before, name: 'Y_before', ...byQuery, ...coordinates, cells: numberCells(rows(before.output), { number }), explain: explain.before },
  ];
}

function render(view: TwoHeadsView): TemplateResult {
  const { core, state, t, set } = view;
  const numbers = compute(core, state);
  const { x, wQ, wK, wV } = inputs(view, numbers);
  const [merged, wO, contributions, output, before] = joinedModels(view, numbers).map(view.matrix);
  const { text, warm } = verdict(view, numbers);
  return html`
    <h4>${t.project}</h4>
    <div class="matrices">${[x, wQ, wK, wV].map(view.matrix)}</div>
    <h4>${t.attend}</h4>
    <div class="controls">
      ${radios('query', t.followed, numbered(positions).map((label, value) => ({ value, label })), state.query, (query) => set({ query }))}
      ${toggle(t.causal, state.causal, (causal) => set({ causal }))}
    </div>
    <div class="heads">${numbers.headAt.map((_, place) => headPanel(view, numbers, place))}</div>
    <p class="note reading" role="status">${reading(view, numbers)}</p>
    <p class="note">${t.sameRule}</p>
    <h4>${t.join}</h4>
    <div class="controls">
      ${switchButton(t.swapHeads, state.headsSwapped, () => set({ headsSwapped: !state.headsSwapped }))}
      ${switchButton(t.swapRows, state.rowsSwapped, () => set({ rowsSwapped: !state.rowsSwapped }))}
    </div>
    <p class="note verdict ${warm ? 'warm' : ''}" role="status">${text}</p>
    <div class="matrices">${merged}${wO}${contributions}<div class="matrices">${output}${before}</div></div>`;
}

export const figure: FigureDefinition<State, Texts> = { schema, initial, texts, styles, render };
