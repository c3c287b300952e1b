/**
 * Small calls of `attention` in a row: passing an array to the module, with all that is checked and allocated for it, costs more
 * than attention over a few numbers does, and a twelfth of it over 2^16. So the arrays of the last call stay in the module, and
 * the next one of the same shapes writes its numbers over them.
 */
import type { AttentionFunctions } from './attention.ts';
import type { Real } from './arrays.ts';

/** Where arrays of one call lie in the module's memory, in bytes. */
interface Held { q: number; k: number; v: number }

export interface SmallCallModule {
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  holdArrays: (q: Real, k: Real, v: Real) => Held;
  /** Where the output lies; 0: refused. */
  attendHeldFloat32: (causal: boolean) => number;
  attendHeldFloat64: (causal: boolean) => number;
}

/** Numbers in an array of a small call: q, k, v and the output keep 1 MiB of the module in float32, 2 MiB in float64. */
const most = 1 << 16;

const sameShape = (a: number[], b: number[]) => a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];

/** Whether nothing but `causal` is asked for. */
function isPlain(options: { causal?: unknown } | undefined): boolean {
  if (options === undefined) return true;
  if (options === null || (options.causal !== undefined && typeof options.causal !== 'boolean')) return false;
  for (const field in options) if (field !== 'causal') return false;
  return true;
}

/** Whether an array is small and as its shape says. Others are refused by the module in its own words. */
function isSmall(array: Real): boolean {
  const shape = array?.shape;
  const length = array?.data?.length;
  return length <= most && shape?.length === 4 && length === shape[0]! * shape[1]! * shape[2]! * shape[3]!;
}

const outputLength = (q: Real, v: Real) => q.shape[0]! * q.shape[1]! * q.shape[2]! * v.shape[3]!;

class SmallCalls<Data extends Float32Array | Float64Array> {
  private shapes: { q: number[]; k: number[]; v: number[] } | undefined;
  private held: Held = { q: 0, k: 0, v: 0 };

  constructor(
    private readonly heap: () => Data,
    private readonly hold: SmallCallModule['holdArrays'],
    private readonly attend: (causal: boolean) => number,
  ) {}

  /** Undefined where the call must be made as any other, perhaps to be refused with its reason. */
  call(q: Real, k: Real, v: Real, causal: boolean): Real | undefined {
    const { shapes } = this;
    if (shapes && sameShape(q.shape, shapes.q) && sameShape(k.shape, shapes.k) && sameShape(v.shape, shapes.v)) {
      this.write(q.data, this.held.q);
      this.write(k.data, this.held.k);
      this.write(v.data, this.held.v);
    } else {
      this.shapes = undefined;
      this.held = this.hold(q, k, v);
      this.shapes = { q: [...q.shape], k: [...k.shape], v: [...v.shape] };
    }
    const address = this.attend(causal);
    if (address === 0) return undefined;
    const [batch, heads, queries] = q.shape as [number, number, number];
    const width = v.shape[3]!;
    const start = address / q.data.BYTES_PER_ELEMENT;
    return { shape: [batch, heads, queries, width], data: this.heap().slice(start, start + batch * heads * queries * width) } as Real;
  }

  private write(data: Float32Array | Float64Array, address: number): void {
    this.heap().set(data, address / data.BYTES_PER_ELEMENT);
  }
}

/** `attention`, with small calls made in the arrays that the module holds. */
export function withSmallCalls(module: SmallCallModule, hold: SmallCallModule['holdArrays'],
  attention: AttentionFunctions['attention']): AttentionFunctions['attention'] {
  const float32 = new SmallCalls(() => module.HEAPF32, hold, module.attendHeldFloat32);
  const float64 = new SmallCalls(() => module.HEAPF64, hold, module.attendHeldFloat64);

  function inHeldArrays(q: Real, k: Real, v: Real, causal: boolean): Real | undefined {
    if (q.data instanceof Float32Array && k.data instanceof Float32Array && v.data instanceof Float32Array) {
      return float32.call(q, k, v, causal);
    }
    if (q.data instanceof Float64Array && k.data instanceof Float64Array && v.data instanceof Float64Array) {
      return float64.call(q, k, v, causal);
    }
    return undefined;
  }

  return ((q: Real, k: Real, v: Real, options?: { causal?: boolean }) => {
    const small = isSmall(q) && isSmall(k) && isSmall(v) && outputLength(q, v) <= most && isPlain(options);
    return (small && inHeldArrays(q, k, v, options?.causal ?? false)) || attention(q, k, v, options);
  }) as AttentionFunctions['attention'];
}
