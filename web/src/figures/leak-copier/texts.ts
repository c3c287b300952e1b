const zh = {
  title: '偷看答案的复制器',
  lead: '位置 1 要预测位置 2 的词元，分数固定为 [0, ln 比例]，没有任何学习。改变比例和可见关系，看正确候选的概率和损失。',
  ratio: '指数的比例（对数刻度）', exactRatio: '准确的比例（1–999）',
  record: '记录', future: '可见关系', futures: { visible: '看得见未来', causal: '因果' },
  query: '查询', key: '键', candidate: '候选',
  scores: '分数', exponentials: '指数', weights: '权重',
  values: (record: string) => `${record} 记录的值 V`, mixture: '混合结果（概率）',
  leaks: '未来的答案从这里流入',
  probabilities: '位置 1 给出的概率',
  right: (candidate: string) => `${candidate}（正确）`,
  fromKnown: '来自 [BOS]', fromFuture: (record: string) => `来自位置 2 的 ${record}（未来）`,
  picture: (list: { candidate: string; share: string; known: string; future: string }[]) =>
    `${list.map(({ candidate, share, known, future }) => `${candidate} 的概率 ${share}，其中来自 [BOS] 的 ${known}，来自未来的 ${future}`).join('；')}。`,
  correct: '正确候选的概率', loss: '这条记录的损失', nats: '奈特',
  table: (ratio: string) => `表 16.2（比例 ${ratio}）`,
  visibility: '可见关系', recordColumn: (record: string) => `${record} 记录的 p`, meanLoss: '平均损失',
  tableNote: 'p 是正确候选的概率；损失是 −ln p 的平均值，单位是奈特。',
  lesson: {
    visible: '损失低，只说明答案从位置 2 流进了预测；既不说明学到了什么，也不说明换成看不见答案的场合还能做对。两条记录都“猜中”，是因为各自带着自己的答案。',
    causal: '屏蔽未来以后，只剩 [BOS]，两个候选各占一半。无论比例多大，损失都不变：原来的低损失全部来自泄漏。',
  },
};

const en: typeof zh = {
  title: 'A copier that sees the answer',
  lead: 'Position 1 has to predict the token at position 2. Its scores are fixed at [0, ln ratio]; nothing is learned. Change the ratio and the visibility, and watch the probability of the right candidate and the loss.',
  ratio: 'Ratio of the exponentials (log scale)', exactRatio: 'Exact ratio (1–999)',
  record: 'Record', future: 'Visibility', futures: { visible: 'future visible', causal: 'causal' },
  query: 'query', key: 'key', candidate: 'candidate',
  scores: 'Scores', exponentials: 'Exponentials', weights: 'Weights',
  values: (record) => `Values V of the ${record} record`, mixture: 'Mixture (probabilities)',
  leaks: 'the answer from the future comes in here',
  probabilities: 'What position 1 predicts',
  right: (candidate) => `${candidate} (right)`,
  fromKnown: 'from [BOS]', fromFuture: (record) => `from ${record} at position 2 (the future)`,
  picture: (list) => `${list.map(({ candidate, share, known, future }) => `Probability of ${candidate}: ${share}, of which ${known} from [BOS] and ${future} from the future`).join('. ')}.`,
  correct: 'Probability of the right candidate', loss: 'Loss of this record', nats: 'nats',
  table: (ratio) => `Table 16.2 at ratio ${ratio}`,
  visibility: 'Visibility', recordColumn: (record) => `p, ${record} record`, meanLoss: 'Mean loss',
  tableNote: 'p is the probability of the right candidate; the loss is the mean of −ln p, in nats.',
  lesson: {
    visible: 'The low loss shows only that the answer came in from position 2. It does not show that anything was learned, nor that the predictor would be right where it cannot see the answer. Both records are “guessed” because each brings its own answer along.',
    causal: 'With the future blocked only [BOS] is left, and each candidate gets one half. The loss is the same for every ratio: all that made it low before was the leak.',
  },
};

export const texts = { zh, en };
export type Texts = typeof zh;
