import type { Still } from '../../element/still';
import { formatNumber } from '../../format';
import { row } from '../../tensor';
import { initial } from './state';
import { texts } from './texts';

export const still: Still = (core, language) => {
  const t = texts[language];
  const { width, seed } = initial();
  const demo = core.scalingDemo(width, seed);
  const weights = [row(demo.unscaledWeights), row(demo.scaledWeights)];
  return [{
    caption: `${t.weights} (d = ${width})`,
    rows: [t.unscaled, t.scaled],
    columns: weights[0]!.map((_, key) => t.keyLabel(key + 1)),
    cells: weights.map((line) => line.map((x) => formatNumber(x))),
  }];
};
