import type { EmptyRow } from '../../core';

export type Fill = 'minus_infinity' | 'minus_1e4' | 'minus_1e9' | 'float16_lowest';
export type Order = 'before' | 'after';

export const fillSymbols: Record<Fill, string> = { minus_infinity: '−∞', minus_1e4: '−10⁴', minus_1e9: '−10⁹', float16_lowest: '−65504' };

const zh = {
  title: '先屏蔽，再归一化',
  lead: '一步一步把分数变成权重。分数、值和可见格都可以改；如果选了不合规则的做法，它的结果会与正确结果并列，差异用暖色标出。',
  query: '查询', key: '键', position: '坐标', row: '行',
  size: '位置数 T', causal: '因果规则', pads: '末尾的填充位置',
  order: '掩码的先后', orders: { before: '先屏蔽，再 softmax', after: '先 softmax，再乘 0/1' } satisfies Record<Order, string>,
  fill: '屏蔽处填入', fills: { minus_infinity: '−∞', minus_1e4: '−10⁴', minus_1e9: '−10⁹', float16_lowest: '−65504（float16 最小值）' } satisfies Record<Fill, string>,
  emptyRow: '没有可见键的真实查询', emptyRows: { error: '报错（默认）', zeros: '全为零', uniform: '均匀分布', nan: 'NaN' } satisfies Record<EmptyRow, string>,
  form: '显示', numbers: '数值', symbols: '符号',
  steps: ['分数', '掩码', '减最大值', '取指数', '行和', '权重', '乘以 V'],
  scores: '分数 S', values: '值 V', mask: '掩码 M（点击切换）', masked: 'S + M', rowMax: '行最大值', shifted: '减去行最大值',
  exponentials: '指数', rowSum: '行和', weights: '权重 A', output: '输出 O',
  chosenWeights: '按你的选择得到的权重', chosenOutput: '按你的选择得到的输出', chosenSums: '按你的选择得到的行和',
  symbolScores: 'QKᵀ + M', symbolWeights: 'softmax(QKᵀ + M)',
  symbolNote: '为了好读，这里省去了除以 √d。被屏蔽的格子在分子里是 0，在分母里根本不出现。',
  visible: '可以读', allowedByHand: '由你手动放行',
  compare: '与规则所得的比较',
  same: '这个选择在这些数上与规则所得逐位相同。换一组分数再看：相同不等于正确。',
  differs: '这个选择得到的结果与规则不同：暖色角标的格子。',
  refused: (message: string) => `计算核心拒绝计算：${message}。一条真实查询没有可见的键，分母是 0。下面的格子显示 0/0 会给出什么；选一条别的约定可以看到它的结果。`,
  paddingQuery: '填充查询不参与，按约定全为零。',
};

const en: typeof zh = {
  title: 'Block, then normalise',
  lead: 'From scores to weights, one step at a time. Scores, values and visible cells can be changed. A choice that breaks the rule is shown beside the right result, with the differences in a warm colour.',
  query: 'query', key: 'key', position: 'coordinate', row: 'row',
  size: 'Positions T', causal: 'Causal rule', pads: 'Padding positions at the end',
  order: 'When to mask', orders: { before: 'mask, then softmax', after: 'softmax, then times 0/1' },
  fill: 'Fill for blocked cells', fills: { minus_infinity: '−∞', minus_1e4: '−10⁴', minus_1e9: '−10⁹', float16_lowest: '−65504 (least float16)' },
  emptyRow: 'A real query with no visible key', emptyRows: { error: 'is an error (default)', zeros: 'gets zeros', uniform: 'gets a uniform row', nan: 'gets NaN' },
  form: 'Show', numbers: 'numbers', symbols: 'symbols',
  steps: ['scores', 'mask', 'minus maximum', 'exponentials', 'row sums', 'weights', 'times V'],
  scores: 'Scores S', values: 'Values V', mask: 'Mask M (click to switch)', masked: 'S + M', rowMax: 'Row maxima', shifted: 'Minus row maximum',
  exponentials: 'Exponentials', rowSum: 'Row sums', weights: 'Weights A', output: 'Output O',
  chosenWeights: 'Weights by your choice', chosenOutput: 'Output by your choice', chosenSums: 'Row sums by your choice',
  symbolScores: 'QKᵀ + M', symbolWeights: 'softmax(QKᵀ + M)',
  symbolNote: 'The division by √d is left out here to keep it readable. A blocked cell is 0 in the numerator and absent from the denominator.',
  visible: 'may be read', allowedByHand: 'allowed by hand',
  compare: 'Compared with the rule',
  same: 'On these numbers this choice agrees with the rule bit for bit. Try other scores: agreeing once is not being right.',
  differs: 'This choice does not give what the rule gives: see the cells with a warm corner.',
  refused: (message: string) => `The core refuses: ${message}. A real query can read nothing, so its denominator is 0. The cells show what 0/0 would give; pick another policy to see its result.`,
  paddingQuery: 'A padding query takes no part and gets zeros.',
};

export const texts = { zh, en };
export type Texts = typeof zh;
