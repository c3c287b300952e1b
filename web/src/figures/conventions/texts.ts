import type { Convention } from './state';

interface ConventionTexts {
  /** On the choice. */
  name: string;
  /** One line of code: interface and argument. */
  call: string;
  shape: string;
  meaning: string;
  note: string;
  /** Title of the matrix that shows what the wrong interface reads. */
  wrongTitle: string;
  /** Keys as lists of positions. */
  bite: (wrong: string, right: string) => string;
}

const zh = {
  title: '同一个可见关系，各家的写法',
  lead: '第一个矩阵是本页的可见关系，可以改。选一种约定，看各家要的数组、形状和代码，再看把同一个数组交给另一个接口会怎样。',
  convention: '约定', numHeads: '头数 H', library: '代码用', codeLabel: '可以复制的代码',
  ours: (record: number) => `本页的可见关系，记录 ${record}`,
  asSpelled: (name: string) => `写成 ${name}`,
  interface: '接口', shape: '形状', meaning: '含义',
  query: '查询', key: '键', recordAxis: '记录', position: '位置', list: '、', noKeys: '无',
  here: (shape: string) => `；这里是 [${shape}]`,
  read: '会读', notRead: '不会读',
  legend: { rule: '接口弄错时不读', warm: '手动放行（泄漏），或接口弄错时读错' },
  emptyRows: (count: number) => `记录中有 ${count} 个查询没有键可读。对这样的行，有些库给出 NaN。`,
  weight: '权重',
  lost: (count: number) => `只传这一个数组，记录中有 ${count} 格与可见关系不符：它只能表示哪些键是填充。因果规则和手动改动还要另用 attn_mask 传入。`,
  nothingLost: '这个数组只能表示哪些键是填充；眼下的可见关系正好只有这一项。',
  conventions: {
    sdpa: {
      name: 'scaled_dot_product_attention 的 attn_mask', call: 'torch.nn.functional.scaled_dot_product_attention(…, attn_mask=…)',
      shape: '[B, 1, L, S]，广播到 [B, H, L, S]', meaning: '布尔；True：参与计算',
      note: '与本页的约定相同：数值和形状都不变。',
      wrongTitle: '误交给 MultiheadAttention',
      bite: (wrong, right) => `把同样的值当作 attn_mask 交给 MultiheadAttention，不会报错，含义却反了，因为在那里 True 表示屏蔽。查询 1 会读键 ${wrong}，而应当读键 ${right}。`,
    },
    mha: {
      name: 'MultiheadAttention 的 attn_mask', call: 'torch.nn.MultiheadAttention(…)(…, attn_mask=…)',
      shape: '[L, S] 或 [B·H, L, S]', meaning: '布尔；True：屏蔽',
      note: '第 b 条记录的第 h 个头是第 b·H + h 块（从 0 数起）；各头的规则相同，所以每条记录的 H 块也相同。所有记录共用一个规则时，一块 [L, S] 就够了。',
      wrongTitle: '误交给 scaled_dot_product_attention',
      bite: (wrong, right) => `把同样的值当作 attn_mask 交给 scaled_dot_product_attention，不会报错，含义却反了，因为在那里 True 表示参与计算。查询 1 会读键 ${wrong}，而应当读键 ${right}。`,
    },
    key_padding: {
      name: 'MultiheadAttention 的 key_padding_mask', call: 'torch.nn.MultiheadAttention(…)(…, key_padding_mask=…)',
      shape: '[B, S]', meaning: '布尔；True：忽略这个键',
      note: '每条记录一行，对所有查询和所有头都有效。',
      wrongTitle: '误当作 attention_mask',
      bite: (wrong, right) => `如果被当成分词器的 attention_mask，1（True）就成了“真实”。查询 1 会读键 ${wrong}，而按这个掩码应当读键 ${right}。`,
    },
    additive: {
      name: '加法掩码 0 / −∞', call: 'softmax(scores + mask)',
      shape: '[B, 1, L, S]，广播到分数的形状', meaning: '浮点数；0：可以读；−∞：屏蔽',
      note: '在 softmax 之前加到分数上。',
      wrongTitle: '把 1 和 0 加到相等的分数上：权重',
      bite: (wrong, right) => `由 1 和 0 组成的浮点掩码会被当成加法掩码：加上 1 或 0，什么也没有屏蔽。查询 1 会读键 ${wrong}，而应当读键 ${right}。`,
    },
    attention_mask: {
      name: '分词器的 attention_mask 0 / 1', call: 'model(input_ids, attention_mask=…)',
      shape: '[B, S]', meaning: '整数；1：真实词元；0：填充',
      note: '模型内部再由它得到填充规则；自回归模型自己加上因果规则。',
      wrongTitle: '误当作 key_padding_mask',
      bite: (wrong, right) => `转成布尔值后当作 key_padding_mask 传入，1（True）就成了“忽略”。查询 1 会读键 ${wrong}，而按这个掩码应当读键 ${right}。`,
    },
  } satisfies Record<Convention, ConventionTexts>,
};

type Wide<T> = T extends (...args: infer Arguments) => string ? (...args: Arguments) => string : T extends string ? string : { [Key in keyof T]: Wide<T[Key]> };
export type Texts = Wide<typeof zh>;

const en: Texts = {
  title: 'One visibility, as each library wants it',
  lead: 'The first matrix is this page’s visibility, which you can change. Choose a convention to see the array, its shape and the code, and what another interface makes of the same array.',
  convention: 'Convention', numHeads: 'Heads H', library: 'Code for', codeLabel: 'Code to copy',
  ours: (record) => `Visibility on this page, record ${record}`,
  asSpelled: (name) => `Written as ${name}`,
  interface: 'Interface', shape: 'Shape', meaning: 'Meaning',
  query: 'query', key: 'key', recordAxis: 'record', position: 'position', list: ', ', noKeys: 'none',
  here: (shape) => `; here [${shape}]`,
  read: 'would be read', notRead: 'would not be read',
  legend: { rule: 'not read by the wrong interface', warm: 'allowed by hand (a leak), or read wrongly' },
  emptyRows: (count) => `${count} ${count === 1 ? 'query' : 'queries'} of the record may read nothing. For such a row some libraries give NaN.`,
  weight: 'weight',
  lost: (count) => `With this array alone, ${count} ${count === 1 ? 'cell' : 'cells'} of the record would differ from the visibility: it can only say which keys are padding. The causal rule and changes by hand need an attn_mask as well.`,
  nothingLost: 'This array can only say which keys are padding; at present the visibility consists of just that.',
  conventions: {
    sdpa: {
      name: 'attn_mask of scaled_dot_product_attention', call: 'torch.nn.functional.scaled_dot_product_attention(…, attn_mask=…)',
      shape: '[B, 1, L, S], broadcast to [B, H, L, S]', meaning: 'bool; True: takes part',
      note: 'The same convention as on this page: values and shape stay as they are.',
      wrongTitle: 'Passed to MultiheadAttention by mistake',
      bite: (wrong, right) => `Passed as attn_mask to MultiheadAttention, the same values raise no error but mean the opposite, because True means blocked there. Query 1 would read: ${wrong}. It should read: ${right}.`,
    },
    mha: {
      name: 'attn_mask of MultiheadAttention', call: 'torch.nn.MultiheadAttention(…)(…, attn_mask=…)',
      shape: '[L, S] or [B·H, L, S]', meaning: 'bool; True: blocked',
      note: 'Block b·H + h belongs to head h of record b, both counted from 0. All heads share the rule, so the H blocks of a record are equal. Where all records share it too, one block [L, S] is enough.',
      wrongTitle: 'Passed to scaled_dot_product_attention by mistake',
      bite: (wrong, right) => `Passed as attn_mask to scaled_dot_product_attention, the same values raise no error but mean the opposite, because True means takes part there. Query 1 would read: ${wrong}. It should read: ${right}.`,
    },
    key_padding: {
      name: 'key_padding_mask of MultiheadAttention', call: 'torch.nn.MultiheadAttention(…)(…, key_padding_mask=…)',
      shape: '[B, S]', meaning: 'bool; True: ignore this key',
      note: 'One row a record, in force for every query and every head.',
      wrongTitle: 'Taken for an attention_mask by mistake',
      bite: (wrong, right) => `Taken for a tokeniser’s attention_mask, 1 (True) comes to mean real. Query 1 would read: ${wrong}. By this mask it should read: ${right}.`,
    },
    additive: {
      name: 'additive mask 0 / −∞', call: 'softmax(scores + mask)',
      shape: '[B, 1, L, S], broadcast to the scores', meaning: 'floating point; 0: may be read; −∞: blocked',
      note: 'Added to the scores before the softmax.',
      wrongTitle: '1 and 0 added to equal scores: weights',
      bite: (wrong, right) => `A mask of ones and zeros in floating point is taken as additive: it adds 1 or 0 and blocks nothing. Query 1 would read: ${wrong}. It should read: ${right}.`,
    },
    attention_mask: {
      name: 'attention_mask 0 / 1 of a tokeniser', call: 'model(input_ids, attention_mask=…)',
      shape: '[B, S]', meaning: 'integers; 1: real token; 0: padding',
      note: 'The model derives the padding rule from it; an autoregressive model adds the causal rule by itself.',
      wrongTitle: 'Passed as key_padding_mask by mistake',
      bite: (wrong, right) => `Turned into booleans and passed as key_padding_mask, 1 (True) comes to mean ignore. Query 1 would read: ${wrong}. By this mask it should read: ${right}.`,
    },
  },
};

export const texts: { zh: Texts; en: Texts } = { zh, en };
