interface Largest { weight: string; key: number }

const zh = {
  title: '为什么除以 √d',
  lead: '一个查询，六个键，坐标都由种子随机抽取（均值 0，方差 1）。拖动宽度 d，比较除以 √d 前后的分数和权重。',
  width: '头的宽度 d',
  back: '上一次抽取', again: '再抽一次', draw: (seed: number) => `第 ${seed} 次抽取`,
  query: '查询', key: '键',
  unscaled: '不缩放', scaled: '缩放',
  unscaledHead: '不缩放：softmax(q·k)', scaledHead: '缩放：softmax(q·k / √d)',
  scores: '分数', weights: '权重',
  keyLabel: (key: number) => `键 ${key}`,
  picture: (head: string, weights: string[]) => `${head}。${weights.map((weight, i) => `键 ${i + 1}：${weight}`).join('；')}。`,
  largest: ({ weight, key }: Largest) => `最大的权重：${weight}（键 ${key}）`,
  agree: 'd = 1 时 √d = 1，两种算法的分数和权重完全相同。',
  see: '看两边最长的条：d 越大，不缩放的权重越倾向于挤到一个键上，缩放后的权重则大致保持原来的分散程度。单独一次抽取未必每一步都如此，请多抽几次。',
};

const en: typeof zh = {
  title: 'Why divide by √d',
  lead: 'One query and six keys, with coordinates drawn at random from a seed (mean 0, variance 1). Drag the width d and compare scores and weights with and without the division by √d.',
  width: 'Head width d',
  back: 'Previous draw', again: 'Draw again', draw: (seed) => `Draw ${seed}`,
  query: 'query', key: 'key',
  unscaled: 'unscaled', scaled: 'scaled',
  unscaledHead: 'Unscaled: softmax(q·k)', scaledHead: 'Scaled: softmax(q·k / √d)',
  scores: 'Scores', weights: 'Weights',
  keyLabel: (key) => `key ${key}`,
  picture: (head, weights) => `${head}. ${weights.map((weight, i) => `Key ${i + 1}: ${weight}`).join('; ')}.`,
  largest: ({ weight, key }) => `Largest weight: ${weight} (key ${key})`,
  agree: 'At d = 1 the two agree in every score and weight, because √1 = 1.',
  see: 'Look at the longest bar on each side: as d grows, the unscaled weights tend to crowd onto one key, while the scaled ones stay about as spread out as they were. A single draw need not do so at every step, so draw a few times.',
};

export const texts = { zh, en };
export type Texts = typeof zh;
