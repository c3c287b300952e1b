/**
 * The core for programs: a second WebAssembly module, which the page does not load, with all but the chapter's examples and
 * exercises. One file of `standard/` describes one subject.
 */
import createModule from 'maskscope-standard-module';
import { functionsOf } from './module.ts';
import { lacksSimd, SimdMissing } from './simd.ts';
import type { AttentionFunctions } from './standard/attention.ts';
import type { BiasFunctions } from './standard/bias.ts';
import type { CacheFunctions } from './standard/cache.ts';
import type { GradientFunctions } from './standard/gradients.ts';
import type { InitialisationFunctions } from './standard/initialisation.ts';
import type { KernelisedFunctions } from './standard/kernelised.ts';
import type { MaskFormFunctions } from './standard/mask-forms.ts';
import type { OnnxFunctions } from './standard/onnx.ts';
import type { PatternFunctions } from './standard/patterns.ts';
import type { PrecisionFunctions } from './standard/precision.ts';
import { withSmallCalls, type SmallCallModule } from './standard/small-calls.ts';

export { CoreError, type ErrorCode } from './module.ts';
export { SimdMissing } from './simd.ts';
export type {
  AttentionOptions, AttentionTrace, Dtype, EmptyRow, ExplainedVisibility, MultiHeadParameters, MultiHeadTrace, SoftmaxOptions,
  SoftmaxTrace, VisibilityCounts, VisibilityRules,
} from './core.ts';
export type * from './standard/arrays.ts';
export type * from './standard/attention.ts';
export type * from './standard/bias.ts';
export type * from './standard/cache.ts';
export type * from './standard/gradients.ts';
export type * from './standard/initialisation.ts';
export type * from './standard/kernelised.ts';
export type * from './standard/mask-forms.ts';
export type * from './standard/onnx.ts';
export type * from './standard/patterns.ts';
export type * from './standard/precision.ts';

/**
 * Attention with every option, the ONNX operators, masks by name, caches, gradients, narrow formats.
 *
 *     const standard = await loadStandard(bytes);   // of standard.wasm, however you come by them
 *     const visible = standard.slidingWindow({ queries: 6, keys: 6 }, 3);
 *
 * Arrays are row-major: `{ shape, data }` with a typed array, of at most 8 axes and 4096 along each (`too_large`). They are
 * copied in and out; nothing refers to the module's memory. Letters: B batch, H query heads, G key heads, L queries, S keys,
 * P past keys, D and Dv widths of a head, T = L = S, E model width, C = H·d. In every mask 1 means "may read", except in the
 * results of the conversions, which say so. Every call throws `CoreError` with a `code` and a `message` that names the argument,
 * what was expected and what came; the message may spell the argument as the core does, `window_left` for `windowLeft`. Only a
 * wrong number of arguments, which TypeScript reports, is Embind's `BindingError`.
 */
export interface Standard extends
  AttentionFunctions, BiasFunctions, CacheFunctions, GradientFunctions, InitialisationFunctions, KernelisedFunctions,
  MaskFormFunctions, OnnxFunctions, PatternFunctions, PrecisionFunctions {}

/** The module's exports. A record, so that the compiler misses none. */
const exported: Record<keyof Standard, true> = {
  // attention
  attention: true, attentionPath: true, instructionSet: true, traceAttention: true, multiHeadAttention: true, traceMultiHead: true, visibleByPosition: true,
  maskedSoftmax: true, traceMaskedSoftmax: true, softmaxThenMask: true, additiveFill: true, weightedSum: true,
  project: true, splitHeads: true, mergeHeads: true, permuteHeads: true, permuteOutputRows: true, meanNegativeLogLikelihood: true,
  // masks
  causal: true, validFromLengths: true, validFromTokenIds: true, validFromEmbeddings: true, keyPadding: true, scoredTargets: true,
  visibleAnd: true, visibleOr: true, visibleNot: true, explainVisibility: true, countVisible: true,
  toSdpaMask: true, fromSdpaMask: true, toMhaAttnMask: true, fromMhaAttnMask: true,
  toKeyPaddingMask: true, fromKeyPaddingMask: true, toAdditiveMask: true, fromAdditiveMask: true,
  toAttentionMask: true, fromAttentionMask: true,
  toMaskForm: true, maskFormShape: true, maskFormCost: true,
  // patterns
  lookAhead: true, slidingWindow: true, slidingWindowBack: true, dilated: true, strided: true, prefix: true, prefixPerRecord: true,
  segments: true, globalKeys: true, globalQueries: true, globalTokens: true, blocks: true, blockLayout: true,
  bars: true, barStarts: true, randomCells: true, randomKeys: true, perHead: true, perLayer: true, layer: true, countPattern: true,
  // the ONNX operators and the kernelised form
  onnxAttention: true, linearAttention: true, kernelisedAttention: true, traceKernelisedAttention: true,
  // gradients, cache, bias, initialisation
  attentionGradients: true, multiHeadGradients: true,
  growingCache: true, fixedCache: true, ringCache: true, appendToCache: true, attendToCache: true, slotPositions: true,
  alibiSlopes: true, alibi: true, relativePositionBias: true, relativeKeyBias: true, t5Bucket: true, t5BucketCells: true,
  t5Bias: true, biasSum: true, maskedBias: true, withBatchAxis: true,
  normalTensor: true, initialParameters: true, expectedScoreVariance: true, sampledScoreVariance: true,
  ruleOfThumbHeadWidth: true, headCost: true,
  // precision
  limitsOf: true, roundTo: true, traceRoundedSoftmax: true,
};
export const standardFunctions = Object.keys(exported) as (keyof Standard)[];

/** What the module exports besides, for `withSmallCalls` alone. */
export const heldArrayFunctions = ['holdArrays', 'attendHeldFloat32', 'attendHeldFloat64'] as const;

/**
 * Compiles the module from its bytes. Rejects where WebAssembly is missing, with `SimdMissing` where it cannot run vector
 * instructions, and where the bytes are not the module's.
 */
export async function loadStandard(binary: Uint8Array): Promise<Standard> {
  if (lacksSimd()) throw new SimdMissing();
  const module = await createModule({ wasmBinary: binary });
  const { holdArrays, ...functions } = functionsOf<Standard & Pick<SmallCallModule, 'holdArrays'>>(module, [...standardFunctions, 'holdArrays']);
  return { ...functions, attention: withSmallCalls(module as unknown as SmallCallModule, holdArrays, functions.attention) };
}
