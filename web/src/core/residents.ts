/** Handles of arrays and caches that stay in the module's memory: cpp/bindings/residents.cpp and cache.cpp hold them. */
import type { AnyArray, Indices, Real, Resident } from './arrays.ts';
import type { CacheFunctions, CacheSizes, FixedCache, GrowingCache, RingCache } from './cache.ts';
import { throwing, type Module } from './module.ts';

/** Ids rise over all modules of a page, so that none takes another's handle for its own. */
let lastId = 0;

interface CacheArrays { keys?: Real; values?: Real; lengths?: Indices; written?: number }

/** What the module exports for handles. */
export class Residents {
  readonly keepArray;
  readonly keepGrowingCache;
  readonly keepCache;
  readonly data;
  readonly write;
  readonly cacheArrays;
  readonly setCacheLengths;
  /** Where the numbers of an array lie in the module's memory, in bytes. */
  readonly addressOf;
  private readonly release;
  private readonly forgotten;

  constructor(module: Module) {
    this.keepArray = throwing(module, 'keepArray') as (id: number, array: AnyArray) => void;
    this.keepGrowingCache = throwing(module, 'keepGrowingCache') as (id: number) => void;
    this.keepCache = throwing(module, 'keepCache') as (id: number, ring: boolean, sizes: CacheSizes) => void;
    this.data = throwing(module, 'residentData') as <A extends AnyArray>(handle: object) => A['data'];
    this.write = throwing(module, 'writeResident') as (handle: object, data: AnyArray['data']) => void;
    this.cacheArrays = throwing(module, 'cacheArrays') as (cache: object) => CacheArrays;
    this.setCacheLengths = throwing(module, 'setCacheLengths') as (cache: object, lengths: Indices) => void;
    this.addressOf = module['addressOfResident'] as (id: number) => number;
    this.release = module['release'] as (id: number) => void;
    this.forgotten = new FinalizationRegistry(this.release);
  }

  /** Watches over a new handle. */
  add(handle: Handle): void {
    this.forgotten.register(handle, handle.resident, handle);
  }

  remove(handle: Handle): void {
    this.forgotten.unregister(handle);
    this.release(handle.resident);
  }
}

/** What a module keeps under an id until the handle is disposed, or forgotten. */
export abstract class Handle {
  readonly #residents: Residents;
  readonly #id = ++lastId;

  constructor(residents: Residents, keep: (id: number) => void) {
    this.#residents = residents;
    keep(this.#id);
    residents.add(this);
  }

  /** By this the module finds what an argument stands for. */
  get resident(): number {
    return this.#id;
  }

  dispose(): void {
    this.#residents.remove(this);
  }

  declare [Symbol.dispose]: () => void;
}
// engines that do not know `using` have no such symbol
if (Symbol.dispose) Handle.prototype[Symbol.dispose] = Handle.prototype.dispose;

export class ResidentArray extends Handle implements Resident {
  readonly #residents: Residents;
  readonly shape: number[];

  constructor(residents: Residents, array: AnyArray) {
    super(residents, (id) => residents.keepArray(id, array));
    this.#residents = residents;
    this.shape = Object.freeze([...array.shape]) as number[];
  }

  get data(): AnyArray['data'] {
    return this.#residents.data(this);
  }

  set data(numbers: AnyArray['data']) {
    this.#residents.write(this, numbers);
  }
}

class ResidentCache extends Handle {
  readonly #residents: Residents;

  constructor(residents: Residents, readonly kind: 'growing' | 'fixed' | 'ring', sizes?: CacheSizes) {
    super(residents, (id) => (kind === 'growing' ? residents.keepGrowingCache(id) : residents.keepCache(id, kind === 'ring', sizes!)));
    this.#residents = residents;
  }

  get keys() {
    return this.#residents.cacheArrays(this).keys;
  }

  get values() {
    return this.#residents.cacheArrays(this).values;
  }

  get lengths() {
    return this.#residents.cacheArrays(this).lengths;
  }

  set lengths(lengths: Indices | undefined) {
    this.#residents.setCacheLengths(this, lengths!);
  }

  get written() {
    return this.#residents.cacheArrays(this).written;
  }
}

export interface ResidentFunctions extends Pick<CacheFunctions, 'growingCache' | 'fixedCache' | 'ringCache'> {
  resident(array: AnyArray): ResidentArray;
}

/** The functions that make handles. */
export function residentFunctions(residents: Residents): ResidentFunctions {
  return {
    resident: (array) => new ResidentArray(residents, array),
    growingCache: () => new ResidentCache(residents, 'growing') as unknown as GrowingCache,
    fixedCache: (sizes) => new ResidentCache(residents, 'fixed', sizes) as unknown as FixedCache,
    ringCache: (sizes) => new ResidentCache(residents, 'ring', sizes) as unknown as RingCache,
  };
}
