/** What both WebAssembly modules share: how their functions answer, and how a refusal becomes an `Error`. */

export type ErrorCode =
  | 'empty_input' | 'shape_mismatch' | 'not_finite' | 'out_of_range' | 'too_large'
  | 'no_visible_key' | 'no_scored_target' | 'unknown_name' | 'prefix_changed';

export class CoreError extends Error {
  constructor(readonly code: ErrorCode, message: string) {
    super(message);
    this.name = 'CoreError';
  }
}

type ModuleResult = { value: unknown } | { error: { code: ErrorCode; message: string } };
type ModuleFunction = (...args: unknown[]) => ModuleResult;

function guarded(call: ModuleFunction) {
  return (...args: unknown[]): unknown => {
    const result = call(...args);
    if ('error' in result) throw new CoreError(result.error.code, result.error.message);
    return result.value;
  };
}

/** Functions of a module by name. What they refuse, they throw as `CoreError`. */
export function functionsOf<Functions>(exports: Record<string, ModuleFunction>, names: readonly (keyof Functions & string)[]): Functions {
  return Object.fromEntries(names.map((name) => [name, guarded(exports[name]!)])) as unknown as Functions;
}
