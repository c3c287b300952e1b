/** Weights to begin with, what they do to the variance of the scores, and how wide a head should be. */
import type { Dtype, Tensor } from './arrays.ts';
import type { MultiHeadParameters } from './heads.ts';

export interface InitialWeights {
  /** E, default 1 */ modelWidth?: number;
  /** H, default 1 */ numHeads?: number;
  /** d; default E / H, which H must divide */ headWidth?: number;
  /** standard deviation of every weight; default 1/√E */ deviation?: number;
  /** 0…2³² − 1, default 0 */ seed?: number;
}

export interface ScoreSetup {
  /** E, default 512 */ modelWidth?: number;
  /** d, default 64 */ headWidth?: number;
  /** of each coordinate of x; default 1 */ inputDeviation?: number;
  /** of wQ and wK; default 1/√E */ weightDeviation?: number;
}

export interface ScoreVariance {
  /** of one coordinate of a query or a key */ coordinate: number;
  /** of q·k */ unscaled: number;
  /** of q·k / √d */ scaled: number;
}

/** B, T, C, H and d; 1 where left out. Nothing is allocated, so they may be above 4096. */
export interface HeadSetup { batch?: number; positions?: number; modelWidth?: number; numHeads?: number; headWidth?: number }

export interface HeadCost {
  /** H d */ innerWidth: number;
  /** 4 C H d */ parameters: number;
  /** 4 B T C H d */ projectionMultiplyAdds: number;
  /** 2 B H T² d */ attentionMultiplyAdds: number;
  /** B H T² */ scores: number;
  scoreBytes: number;
}

export interface InitialisationFunctions {
  /** Normally distributed, mean 0; the same bits for the same seed everywhere. `out_of_range` for a negative deviation. */
  normalTensor(shape: number[], deviation: number, seed: number): Tensor;
  /** wQ, wK, wV `[E,H·d]` and wO `[H·d,E]`, drawn in this order. */
  initialParameters(weights: InitialWeights): MultiHeadParameters;
  /** By formula. `out_of_range` for a width of 0 and for deviations that are not positive. */
  expectedScoreVariance(setup: ScoreSetup): ScoreVariance;
  /** Measured on one draw; positions from 2 on. */
  sampledScoreVariance(setup: ScoreSetup, positions: number, seed: number): ScoreVariance;
  /** max(64, C/H), C/H rounded down. */
  ruleOfThumbHeadWidth(modelWidth: number, numHeads: number): number;
  /** In one forward pass. `too_large` where a count does not fit 2⁵³. */
  headCost(setup: HeadSetup, dtype: Dtype): HeadCost;
}
