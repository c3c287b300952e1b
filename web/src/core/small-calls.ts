/**
 * Small calls of `attention` in a row: passing an array to the module, with all that is checked and allocated for it, costs more
 * than attention over a few numbers does, and a twelfth of it over 2^16. So the arrays of the last call stay in the module, and
 * the next one of the same shapes writes its numbers over them.
 */
import type { Real } from './arrays.ts';
import type { AttentionFunctions } from './attention.ts';
import type { Module } from './module.ts';
import { ResidentArray, type Residents } from './residents.ts';

type Data = Float32Array | Float64Array;
/** The arguments, each looked at once: whoever hands in getters gets what the first look saw. */
interface Small { shape: number[]; data: Data }

/** Numbers in an array of a small call: q, k, v and the output keep 1 MiB of the module in float32, 2 MiB in float64. */
const most = 1 << 16;

const sameShape = (a: number[], b: number[]) => a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];

/** Whether an array is small and as its shape says. Others are for the module, to copy or to refuse in its own words. */
function small(array: Real): Small | undefined {
  if (array === null || typeof array !== 'object' || array instanceof ResidentArray) return undefined;
  const { shape, data } = array;
  const fits = data?.length <= most && shape?.length === 4 && data.length === shape[0]! * shape[1]! * shape[2]! * shape[3]!;
  return fits ? { shape, data } : undefined;
}

/** `causal`, where nothing else is asked for; undefined where something is. */
function onlyCausal(options: unknown): boolean | undefined {
  if (options === undefined) return false;
  if (options === null || typeof options !== 'object') return undefined;
  for (const field in options) if (field !== 'causal') return undefined;
  const { causal } = options as { causal?: unknown };
  if (causal === undefined) return false;
  return typeof causal === 'boolean' ? causal : undefined;
}

interface Arrays { q: ResidentArray; k: ResidentArray; v: ResidentArray; output: ResidentArray }

/** Small calls of one width. */
class SmallCalls {
  private last: Arrays | undefined;

  constructor(
    private readonly residents: Residents,
    private readonly heap: () => Data,
    private readonly attend: (q: number, k: number, v: number, output: number, causal: boolean) => boolean,
  ) {}

  /** Undefined where the call must be made as any other, perhaps to be refused with its reason. */
  call(q: Small, k: Small, v: Small, causal: boolean): Real | undefined {
    const { last } = this;
    if (last && sameShape(q.shape, last.q.shape) && sameShape(k.shape, last.k.shape) && sameShape(v.shape, last.v.shape)) {
      this.write(last.q, q.data);
      this.write(last.k, k.data);
      this.write(last.v, v.data);
    } else {
      this.forget();
      const shape = [q.shape[0]!, q.shape[1]!, q.shape[2]!, v.shape[3]!];
      const size = shape.reduce((product, extent) => product * extent);
      if (!(size <= most)) return undefined;
      const stay = (array: Small) => new ResidentArray(this.residents, array as Real);
      const output = new (q.data.constructor as new (size: number) => Data)(size);
      this.last = { q: stay(q), k: stay(k), v: stay(v), output: stay({ shape, data: output }) };
    }
    const { q: queries, k: keys, v: values, output } = this.last!;
    if (!this.attend(queries.resident, keys.resident, values.resident, output.resident, causal)) return undefined;
    const start = this.start(output, q.data);
    const [batch, heads, rows, width] = output.shape as [number, number, number, number];
    return { shape: [batch, heads, rows, width], data: this.heap().slice(start, start + batch * heads * rows * width) } as Real;
  }

  private forget(): void {
    const { last } = this;
    this.last = undefined;
    if (last) for (const array of Object.values(last) as ResidentArray[]) array.dispose();
  }

  private write(array: ResidentArray, data: Data): void {
    this.heap().set(data, this.start(array, data));
  }

  private start(array: ResidentArray, { BYTES_PER_ELEMENT }: Data): number {
    return this.residents.addressOf(array.resident) / BYTES_PER_ELEMENT;
  }
}

type Attention = (q: Real, k: Real, v: Real, options?: unknown) => Real;

/** `attention`, with small calls made in arrays that stay. */
export function withSmallCalls(module: Module, residents: Residents, attention: AttentionFunctions['attention']): Attention {
  const heaps = module as unknown as { HEAPF32: Float32Array; HEAPF64: Float64Array };
  const float32 = new SmallCalls(residents, () => heaps.HEAPF32, module['attendResidentsFloat32']!);
  const float64 = new SmallCalls(residents, () => heaps.HEAPF64, module['attendResidentsFloat64']!);

  function call(q: Small, k: Small, v: Small, causal: boolean): Real | undefined {
    const all = (type: typeof Float32Array | typeof Float64Array) => q.data instanceof type && k.data instanceof type && v.data instanceof type;
    if (all(Float32Array)) return float32.call(q, k, v, causal);
    return all(Float64Array) ? float64.call(q, k, v, causal) : undefined;
  }

  return (q, k, v, options) => {
    const [smallQ, smallK, smallV] = [small(q), small(k), small(v)];
    const causal = onlyCausal(options);
    const output = smallQ && smallK && smallV && causal !== undefined && call(smallQ, smallK, smallV, causal);
    return output || (attention as Attention)(q, k, v, options);
  };
}
