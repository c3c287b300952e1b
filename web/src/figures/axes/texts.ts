export type StepName = 'projected' | 'reshaped' | 'transposed' | 'key_transposed' | 'scores' | 'output' | 'untransposed' | 'merged';

const index = (numbers: number[]): string => `[${numbers.join(', ')}]`;

const zh = {
  title: '跟着一个元素走过每条轴',
  lead: '选定数组的大小，再选一个元素 (b, t, c)，看看它在每一步落在哪里。',
  fromZero: '此图中的下标与代码一致，从 0 数起；别处的位置从 1 数起。',
  size: '数组的大小', batch: 'B 记录数', positions: 'T 位置数', width: 'C 模型宽度', heads: 'H 头数（须整除 C）',
  headWidth: (C: number, H: number, d: number) => `每个头宽 d = C / H = ${C} / ${H} = ${d}。`,
  element: '跟随的元素', places: { b: 'b 记录', t: 't 位置', c: 'c 坐标' }, queries: 't（查询）', keys: 't（键）',
  table: '元素所到之处', step: '步骤', shape: '形状', index: '下标', offset: '内存次序',
  offsetNote: '内存次序是数组按行主序连续存放时的位次。NumPy 的换轴起初只改步长，复制成连续的数组之后，元素才真正挪位。',
  array: '每一步的数组',
  names: {
    projected: '投影', reshaped: '变形', transposed: '换轴', key_transposed: '键换轴', scores: '分数', output: '输出', untransposed: '换回', merged: '合并',
  } satisfies Record<StepName, string>,
  what: {
    projected: '投影之后，每个位置是一行 C 个坐标。Q、K、V 都是这个形状。',
    reshaped: '每行的 C 个坐标分成 H 段，每段 d 个。只是重新分组，内存里什么也没有动。',
    transposed: 'T、H 两条轴对调，每个头得到自己的 T × d 矩阵。元素在内存中的次序变了。',
    key_transposed: '只对 K 做，而且只对调最后两条轴，好与 Q 相乘。',
    scores: '每个查询与每个键都有一个分数。这个元素若属于 Q，就参与第 t 行的所有分数；若属于 K，就参与第 t 列。标出的是两者相交的一格。',
    output: '权重乘以 V，把键的那条轴加掉了。格子里已是新的数；编号表示它最终回到哪个位置。',
    untransposed: '再对调一次，同一个位置的各个头又排到了一起。',
    merged: '最后两条轴拼成一条，宽度又是 C，下标也回到了出发时的样子。接着乘以 [C, C] 的 W_O。',
  } satisfies Record<StepName, string>,
  visibility: '可见关系 [B, 1, T, T]',
  visibilityNote: (shape: number[]) => `可见关系的形状是 ${index(shape)}，头那条轴长为 1，所以每条记录只有一张表，由所有的头共用（广播）：规则共用，分数各算各的。斜线格是未来，不可读。`,
  scoresPicture: (shape: number[]) => `分数 ${index(shape)}`,
  legend: (blocks: string, row: string, column: string) => `${blocks ? `每块：一组 (${blocks})；` : ''}行：${row}；列：${column}。`,
  marks: '粗框：跟随的元素；浅色：同一个位置的其他坐标。格中的数是元素的编号，也就是它在投影数组里的内存次序。点一个格子，就改为跟随它。',
  scoreMarks: '粗框：这个元素参与的一个分数；浅色：它参与的其他分数。',
  tooSmall: '格子超过 256 个时不写编号。',
  picture: (shape: string, at: number[], offset: number) => `形状为 ${shape} 的数组；跟随的元素在下标 ${index(at)}，内存次序 ${offset}。`,
  visibilityPicture: (shape: string) => `形状为 ${shape} 的可见关系。`,
  mistakes: '两种常见的错误',
  reshapeOnly: '只变形，不换轴',
  reshapeOnlyResult: (followed: number, expected: number[], found: number, source: number[], landed: number[]) =>
    `形状与正确的一样，内容却不对。下标 ${index(expected)} 处本应是元素 ${followed}，实际是元素 ${found}，也就是 (b, t, c) = (${source.join(', ')})。元素 ${followed} 落在了 ${index(landed)}。`,
  reshapeOnlyAgrees: (followed: number, expected: number[]) =>
    `元素 ${followed} 碰巧也落在 ${index(expected)}，与正确的一样；别的元素就不一定了，换一个再看。`,
  reshapeOnlyHarmless: '在这个大小下（H = 1 或 T = 1），两种做法得到同一个数组，看不出错。测试时不要只用这样的大小。',
  reversed: '对四条轴用 .T',
  reversedResult: (shape: number[], wanted: number[], landed: number[], expected: number[]) =>
    `.T 把四条轴全倒过来：形状是 ${index(shape)}，而不是 ${index(wanted)}；元素落在 ${index(landed)}，而不是 ${index(expected)}。与 Q 相乘时配错了轴：尺寸合不上就报错，凑巧合得上就照算。`,
  reversedSameShape: '这里两种形状恰好相同，所以程序不会报错。',
  reversedHarmless: '在这个大小下，两种做法得到同一个数组，看不出错。测试时不要只用这样的大小。',
  mistakeMarks: '带角标的暖色格：出错之处。粗框：跟随的元素。',
  memory: '分数占多少内存',
  memoryBatch: 'B', memoryHeads: 'H', memoryPositions: 'T', dtype: '数据类型',
  positionsColumn: '位置数 T', scoresColumn: '分数个数 B·H·T²', bytesColumn: '字节数',
  whole: '这里要填整数。',
  memoryNote: '位置数翻倍，分数就是四倍。这只算分数这一个数组，不含权重、梯度和其他数组，也不说明速度；有些实现从不保存整个数组。',
};

const en: typeof zh = {
  title: 'One element along every axis',
  lead: 'Choose the sizes of the array and one element (b, t, c), and see where each step puts it.',
  fromZero: 'Indices in this figure count from 0, as in code. Elsewhere positions count from 1.',
  size: 'Sizes of the array', batch: 'B records', positions: 'T positions', width: 'C model width', heads: 'H heads (must divide C)',
  headWidth: (C, H, d) => `Each head is d = C / H = ${C} / ${H} = ${d} wide.`,
  element: 'Element to follow', places: { b: 'b record', t: 't position', c: 'c coordinate' }, queries: 't (queries)', keys: 't (keys)',
  table: 'Where the element goes', step: 'Step', shape: 'Shape', index: 'Index', offset: 'Place in memory',
  offsetNote: 'The place in memory counts along the array stored contiguously, row by row. A transpose in NumPy changes only the strides at first; the elements move once the array is copied to be contiguous.',
  array: 'The array at each step',
  names: {
    projected: 'project', reshaped: 'reshape', transposed: 'transpose', key_transposed: 'transpose keys', scores: 'scores', output: 'output', untransposed: 'transpose back', merged: 'merge',
  },
  what: {
    projected: 'After the projection each position is one row of C coordinates. Q, K and V all have this shape.',
    reshaped: 'The C coordinates of each row fall into H pieces of d. They are only regrouped: nothing moves in memory.',
    transposed: 'Axes T and H change places, and each head gets a T × d matrix of its own. The order in memory changes.',
    key_transposed: 'For K only, and only its last two axes, so that Q can be multiplied by it.',
    scores: 'One score for each query and key. An element of Q takes part in all scores of row t, an element of K in all of column t. The marked score is where the two cross.',
    output: 'The weights times V sum the key axis away. The cells now hold new numbers; their labels say where they will return to.',
    untransposed: 'The same exchange again puts the heads of a position side by side.',
    merged: 'The last two axes are joined. The width is C again, and the index is the one we started with. W_O of shape [C, C] comes next.',
  },
  visibility: 'Visibility [B, 1, T, T]',
  visibilityNote: (shape) => `The visibility has shape ${index(shape)}. Its head axis is 1 long: each record has one table, and all heads use it (it is broadcast). The rule is shared; the scores are each head’s own. Hatched cells are the future and may not be read.`,
  scoresPicture: (shape) => `Scores ${index(shape)}`,
  legend: (blocks, row, column) => `${blocks ? `One block for each (${blocks}); ` : ''}rows: ${row}; columns: ${column}.`,
  marks: 'Thick frame: the followed element. Tinted: the other coordinates of its position. The number in a cell is the element’s own, its place in memory in the projected array. Click a cell to follow it.',
  scoreMarks: 'Thick frame: one score that the element takes part in. Tinted: the others.',
  tooSmall: 'Above 256 cells the numbers are left out.',
  picture: (shape, at, offset) => `An array of shape ${shape}; the followed element is at index ${index(at)}, place ${offset} in memory.`,
  visibilityPicture: (shape) => `The visibility, of shape ${shape}.`,
  mistakes: 'Two classic mistakes',
  reshapeOnly: 'Reshape without the transpose',
  reshapeOnlyResult: (followed, expected, found, source, landed) =>
    `The shape is right and the contents are wrong. Index ${index(expected)} should hold element ${followed}. It holds element ${found}, which is (b, t, c) = (${source.join(', ')}). Element ${followed} has landed at ${index(landed)}.`,
  reshapeOnlyAgrees: (followed, expected) =>
    `Element ${followed} happens to land at ${index(expected)}, where it belongs. Others may not: follow another one.`,
  reshapeOnlyHarmless: 'At this size (H = 1 or T = 1) both ways give the same array, and the mistake cannot be seen. Do not test with such sizes alone.',
  reversed: '.T on four axes',
  reversedResult: (shape, wanted, landed, expected) =>
    `.T reverses all four axes. The shape is ${index(shape)} instead of ${index(wanted)}, and the element is at ${index(landed)} instead of ${index(expected)}. The product with Q then pairs the wrong axes: it fails where the sizes do not fit, and runs where they happen to.`,
  reversedSameShape: 'Here the two shapes happen to be equal, so no error is raised.',
  reversedHarmless: 'At this size both ways give the same array, and the mistake cannot be seen. Do not test with such sizes alone.',
  mistakeMarks: 'Warm, with a corner: what is wrong. Thick frame: the followed element.',
  memory: 'How much memory the scores take',
  memoryBatch: 'B', memoryHeads: 'H', memoryPositions: 'T', dtype: 'Data type',
  positionsColumn: 'Positions T', scoresColumn: 'Scores B·H·T²', bytesColumn: 'Bytes',
  whole: 'A whole number is needed here.',
  memoryNote: 'Twice the positions, four times the scores. This counts the scores alone, without weights, gradients and other arrays, and says nothing about speed; some implementations never store the whole array.',
};

export const texts = { zh, en };
export type Texts = typeof zh;
