/** The weights' colours: cividis, running from paper to ink in both themes, with the ink that stays legible on each. */
import { rgb } from 'd3-color';
import { interpolateCividis } from 'd3-scale-chromatic';

interface Shade { background: string; ink: string }

// Of pure black and white one always reaches the contrast 4.5 : 1; with a softer black a weight near 0.5 falls short.
const dark = '#000000';
const light = '#ffffff';

function luminance(colour: string): number {
  const { r, g, b } = rgb(colour);
  const [red, green, blue] = [r, g, b].map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

function shade(position: number): Shade {
  const background = interpolateCividis(position);
  return { background, ink: contrast(background, dark) >= contrast(background, light) ? dark : light };
}

/** For a weight in 0…1. On light paper a larger weight is darker, on dark paper it is brighter. */
export function weightShade(weight: number): { onLight: Shade; onDark: Shade } {
  const inside = Math.min(Math.max(weight, 0), 1);
  return { onLight: shade(1 - inside), onDark: shade(inside) };
}
