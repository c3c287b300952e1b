import { keysInWindow, lengths, width, type MaskName } from './state';

const zh = {
  title: '注意力要花多少',
  lead: `在你的机器上给计算核心的 attention 计时：长度从 ${lengths[0]} 起逐次翻倍，三种掩码各测一遍。按下“测量”才开始。`,
  largest: '最大的长度 T', heads: '头数 H', masksLegend: '掩码',
  masks: { none: '不加掩码', causal: '因果', window: `因果，窗口 ${keysInWindow} 个键` } satisfies Record<MaskName, string>,
  short: { none: '不加掩码', causal: '因果', window: '窗口' } satisfies Record<MaskName, string>,
  measure: '测量', cancel: '取消',
  progress: '测量进度',
  idle: '还没有测量。',
  noMask: '请至少选一种掩码。',
  running: (done: number, of: number, positions: number, mask: string) => `已完成 ${done} 项，共 ${of} 项；正在测 T = ${positions}，${mask}。`,
  starting: '正在启动……',
  finished: (of: number) => `测完了，共 ${of} 项。`,
  outdated: '测量之后，选择有改动；缺的要再测一次。',
  cancelled: (done: number, of: number) => `已取消。共 ${of} 项，测完的 ${done} 项保留在下面。`,
  failed: (message: string) => `测量中断：${message}`,
  refused: (longest: number) => `这里的安全策略或浏览器不允许启动工作线程（Worker），所以由网页自己测，只测到 T = ${longest}。更长的会使网页停顿，就不测了。`,
  time: '一次调用的时间', length: 'T', milliseconds: '毫秒', ratio: '倍数',
  ratioNote: '“倍数”是与上一行的 T 相比。T 每次翻倍：没有窗口时趋向 4 倍；有窗口时，T 超过窗口以后趋向 2 倍。',
  method: (rounds: number, milliseconds: number) =>
    `q、k、v 的形状都是 [1, H, T, ${width}]，数据类型 float64。每个时间是预热之后 ${rounds} 轮的中位数；调用很短时，每轮反复调用，凑满 ${milliseconds} 毫秒。一次调用的时间包括把数组复制进模块、把结果复制出来。机器上同时运行的其他程序会影响结果，不妨多测几次。`,
  chart: '每次调用的时间随 T 的变化，两轴都是对数刻度；数值在下面的表里。',
  chartEmpty: '测量之后，这里画出时间随 T 的变化。',
  counts: '格子与内存', cells: '格子 T²', bytes: '分数若存下', visible: (mask: string) => `可见：${mask}`,
  countsNote: '格子数是一个头的；各头共用同一个掩码。可见的格子由计算核心在测量时数出。内存是 H 个头的分数用 float64 存下时要占的大小；attention 从不存下它们，这些内存一点也没有用。',
};

const en: typeof zh = {
  title: 'What attention costs',
  lead: `Times the core’s attention on your machine, at lengths that double from ${lengths[0]}, under three masks. Nothing is measured until you press Measure.`,
  largest: 'Largest length T', heads: 'Heads H', masksLegend: 'Masks',
  masks: { none: 'no mask', causal: 'causal', window: `causal, window of ${keysInWindow} keys` },
  short: { none: 'no mask', causal: 'causal', window: 'window' },
  measure: 'Measure', cancel: 'Cancel',
  progress: 'Measurements done',
  idle: 'Not measured yet.',
  noMask: 'Choose at least one mask.',
  running: (done, of, positions, mask) => `${done} of ${of} done; now measuring T = ${positions}, ${mask}.`,
  starting: 'Starting…',
  finished: (of) => `All ${of} measured.`,
  outdated: 'The choice has changed since; what is missing takes another measurement.',
  cancelled: (done, of) => `Cancelled. The ${done} of ${of} that were measured stay below.`,
  failed: (message) => `The measurement stopped: ${message}`,
  refused: (longest) => `The page’s policy or the browser allows no worker here, so the page measures by itself, up to T = ${longest}. Longer lengths are left out, because they would make the page stand still.`,
  time: 'Time of one call', length: 'T', milliseconds: 'ms', ratio: 'ratio',
  ratioNote: 'Ratios are to the T of the line above, which is half as long. Without a window they tend to 4; with one they tend to 2, once T is well past the window.',
  method: (rounds, milliseconds) =>
    `q, k and v have shape [1, H, T, ${width}] in float64. Each time is the median of ${rounds} rounds after a warm-up; a round repeats short calls until ${milliseconds} ms have passed. A call includes copying the arrays into the module and the result out. Other work on the machine disturbs the times, so measure more than once.`,
  chart: 'Time of one call against T, both axes logarithmic. The numbers are in the table below.',
  chartEmpty: 'Once measured, the times are drawn here against T.',
  counts: 'Cells and memory', cells: 'cells T²', bytes: 'scores, if stored', visible: (mask) => `visible: ${mask}`,
  countsNote: 'Cells are those of one head; all heads share the mask. The core counts the visible ones while it measures. The memory is what the scores of H heads would take in float64; the core’s attention spends none of it, because it never stores them.',
};

export const texts = { zh, en };
export type Texts = typeof zh;
