/** Everything that a core can do. */
import type { ArrayFunctions } from './arrays.ts';
import type { AttentionFunctions } from './attention.ts';
import type { BiasFunctions } from './bias.ts';
import type { CacheFunctions } from './cache.ts';
import type { ChapterFunctions } from './chapter.ts';
import type { GradientFunctions } from './gradients.ts';
import type { HeadFunctions } from './heads.ts';
import type { InitialisationFunctions } from './initialisation.ts';
import type { KernelisedFunctions } from './kernelised.ts';
import type { LeakFunctions } from './leaks.ts';
import type { MaskFormFunctions } from './mask-forms.ts';
import type { MaskFunctions } from './masks.ts';
import type { OnnxFunctions } from './onnx.ts';
import type { PatternFunctions } from './patterns.ts';
import type { PrecisionFunctions } from './precision.ts';
import type { SoftmaxFunctions } from './softmax.ts';

export interface Core extends
  ArrayFunctions, AttentionFunctions, BiasFunctions, CacheFunctions, ChapterFunctions, GradientFunctions, HeadFunctions,
  InitialisationFunctions, KernelisedFunctions, LeakFunctions, MaskFormFunctions, MaskFunctions, OnnxFunctions, PatternFunctions,
  PrecisionFunctions, SoftmaxFunctions {}
