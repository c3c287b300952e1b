/** The functions of `Core` with the names of their parameters; those with a `?` may be left out. */
import type { Core } from './interface.ts';

// a record, so that the compiler misses none
export const signatures: Record<keyof Core, string> = {
  // arrays that stay
  resident: 'array',
  // masks
  causal: 'queries keys offset?', validFromLengths: 'lengths positions', validFromTokenIds: 'ids padId', validFromEmbeddings: 'x padValue',
  keyPadding: 'validKeys queries', scoredTargets: 'validQueries targets ignoredId',
  visibleAnd: 'a b', visibleOr: 'a b', visibleNot: 'a', explainVisibility: 'valid rules', countVisible: 'visible',
  visibleByPosition: 'rule queries keys',
  toSdpaMask: 'visible', fromSdpaMask: 'attnMask', toMhaAttnMask: 'visible numHeads', fromMhaAttnMask: 'attnMask numHeads',
  toKeyPaddingMask: 'validKeys', fromKeyPaddingMask: 'keyPaddingMask', toAdditiveMask: 'visible', fromAdditiveMask: 'mask',
  toAttentionMask: 'validKeys', fromAttentionMask: 'attentionMask',
  toMaskForm: 'mask form axes', maskFormShape: 'form axes', maskFormCost: 'form axes dtype',
  // patterns
  lookAhead: 'cells diagonal?', slidingWindow: 'cells window', slidingWindowBack: 'cells keysBack',
  dilated: 'cells window dilation causal?', strided: 'cells stride', prefix: 'cells length', prefixPerRecord: 'cells lengths',
  segments: 'queryIds options?', globalKeys: 'cells positions', globalQueries: 'cells positions', globalTokens: 'cells positions',
  blocks: 'layout blockQueries blockKeys cells', blockLayout: 'visible blockQueries blockKeys', bars: 'cells starts', barStarts: 'barIds',
  randomCells: 'cells density options?', randomKeys: 'cells count options?',
  perHead: 'masks', perLayer: 'masks', layer: 'masks n', countPattern: 'visible',
  // softmax, attention, heads
  maskedSoftmax: 'scores options?', traceMaskedSoftmax: 'scores options?',
  attention: 'q k v options?', attentionPath: 'q k v', instructionSet: '', traceAttention: 'q k v options?', weightedSum: 'weights v',
  project: 'x w', splitHeads: 'x numHeads', mergeHeads: 'heads', multiHeadAttention: 'x parameters options?',
  traceMultiHead: 'x parameters options?', permuteHeads: 'parameters order', permuteOutputRows: 'parameters order',
  meanNegativeLogLikelihood: 'probabilities targets scored',
  // the ONNX operators and the kernelised form
  onnxAttention: 'q k v options?', linearAttention: 'q k v options?', kernelisedAttention: 'q k v options?',
  traceKernelisedAttention: 'q k v options?',
  // caches
  growingCache: '', fixedCache: 'sizes', ringCache: 'sizes', appendToCache: 'cache k v', attendToCache: 'q cache options?',
  slotPositions: 'cache',
  // bias
  alibiSlopes: 'heads', alibi: 'slopes cells form?', relativePositionBias: 'table cells', relativeKeyBias: 'q table scale keys offset?',
  t5Bucket: 'distance buckets?', t5BucketCells: 'cells buckets?', t5Bias: 'table cells buckets?', biasSum: 'a b',
  maskedBias: 'bias visible', withBatchAxis: 'bias',
  // gradients, initial weights, precision
  attentionGradients: 'q k v gradOutput options?', multiHeadGradients: 'x parameters gradOutput options?',
  normalTensor: 'shape deviation seed', initialParameters: 'weights', expectedScoreVariance: 'setup',
  sampledScoreVariance: 'setup positions seed', ruleOfThumbHeadWidth: 'modelWidth numHeads', headCost: 'setup dtype',
  limitsOf: 'precision', roundTo: 'precision array', traceRoundedSoftmax: 'scores options?',
  // leaks and axes
  softmaxThenMask: 'scores visible', additiveFill: 'scores visible fill', leakCopier: 'ratio futureVisible', variants: '',
  variantWeights: 'variant scores valid emptyRow?', probeFuture: 'variant parameters x changed prefix options?',
  followAxes: 'axes b t c', scoreMemory: 'batch heads positions dtype',
  // the chapter
  chapterInputs: '', scalingDemo: 'width seed', exercise: 'number seed', grade: 'number seed part answer',
  referenceAnswer: 'number seed part', mistakeIds: 'number seed',
};
