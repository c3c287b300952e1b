/** Code that hands a mask to its library. Every element comes from the core's conversion. */
import { row } from '../../tensor';
import type { Spelled } from './compute';
import type { ArrayLibrary, Convention, State } from './state';

interface Flat { shape: number[]; data: ArrayLike<number> }

/** Nested brackets, one line a row. */
export function arrayLiteral(array: Flat, word: (x: number) => string, indent: number, lead: number[] = []): string {
  const axis = lead.length;
  if (axis === array.shape.length - 1) return `[${row(array, ...lead).map(word).join(', ')}]`;
  const items = Array.from({ length: array.shape[axis]! }, (_, index) => arrayLiteral(array, word, indent + 1, [...lead, index]));
  return `[${items.join(`,\n${' '.repeat(indent + 1)}`)}]`;
}

const asBoolean = (x: number): string => (x ? 'True' : 'False');
const asInteger = (x: number): string => String(x);
const asAdded = (x: number): string => (x === 0 ? '0.0' : '-inf');

export const elementWords: Record<Convention, (x: number) => string> = {
  sdpa: asBoolean, mha: asBoolean, key_padding: asBoolean, additive: asAdded, attention_mask: asInteger,
};

const variables: Record<Convention, string> = {
  sdpa: 'attn_mask', mha: 'attn_mask', key_padding: 'key_padding_mask', additive: 'mask', attention_mask: 'attention_mask',
};

/** Masks for PyTorch's own functions have to be tensors, whichever library made them. */
function use(convention: Convention, library: ArrayLibrary, numHeads: number): string[] {
  const variable = variables[convention];
  const handed = library === 'NumPy' ? `torch.from_numpy(${variable})` : variable;
  const module = `attention = torch.nn.MultiheadAttention(embed_dim, num_heads=${numHeads}, batch_first=True)`;
  switch (convention) {
    case 'sdpa': return [`output = F.scaled_dot_product_attention(q, k, v, attn_mask=${handed})`];
    case 'mha': return [module, `output, weights = attention(x, x, x, attn_mask=${handed})`];
    case 'key_padding': return [module, `output, weights = attention(x, x, x, key_padding_mask=${handed})`];
    case 'additive': return [`masked_scores = scores + ${variable}`];
    case 'attention_mask': return [`output = model(input_ids, attention_mask=${handed})`];
  }
}

function imports(convention: Convention, library: ArrayLibrary): string[] {
  const needsTorch = library === 'PyTorch' || convention !== 'additive';
  return [
    ...(library === 'NumPy' ? ['import numpy as np'] : []),
    ...(needsTorch ? ['import torch'] : []),
    ...(convention === 'sdpa' ? ['import torch.nn.functional as F'] : []),
    ...(convention === 'additive' ? ['', 'inf = float("inf")'] : []),
  ];
}

/** `comment` says shape and meaning, in the reader's language. */
export function codeFor({ convention, library, numHeads }: State, { array }: Spelled, comment: string): string {
  const make = library === 'NumPy' ? 'np.array' : 'torch.tensor';
  return [
    ...imports(convention, library),
    '',
    `# ${comment}`,
    `${variables[convention]} = ${make}(`,
    `    ${arrayLiteral(array, elementWords[convention], 4)}`,
    ')',
    ...use(convention, library, numHeads),
  ].join('\n');
}

/** The name of the part that the figure shows, counted from 0 as code counts. */
export function shownName({ convention, shown, numHeads }: State): string {
  const variable = variables[convention];
  if (convention === 'sdpa' || convention === 'additive') return `${variable}[${shown}, 0]`;
  return convention === 'mha' ? `${variable}[${shown * numHeads}]` : variable;
}
