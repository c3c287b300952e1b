/** How the functions of the WebAssembly module are called, and how a refusal becomes an `Error`. */

export type ErrorCode =
  | 'empty_input' | 'shape_mismatch' | 'not_finite' | 'out_of_range' | 'too_large'
  | 'no_visible_key' | 'no_scored_target' | 'unknown_name' | 'prefix_changed' | 'disposed' | 'wrong_arguments';

/** Where a `no_visible_key` is. */
export interface EmptyRows {
  /** index of the first such row: [b,h,i] in attention, the leading axes of the scores in a softmax */ row: number[];
  /** how many valid queries have no visible key */ emptyRows: number;
  /** of how many */ rows: number;
}

/** Every wrong call throws one. The message names the argument, what was expected and what came. */
export class CoreError extends Error {
  declare readonly row?: EmptyRows['row'];
  declare readonly emptyRows?: EmptyRows['emptyRows'];
  declare readonly rows?: EmptyRows['rows'];

  constructor(readonly code: ErrorCode, message: string, place?: EmptyRows) {
    super(message);
    this.name = 'CoreError';
    Object.assign(this, place);
  }
}

/** Names in a message as they are spelt here: window_left becomes windowLeft. What stands in quotation marks is a value. */
const inCamelCase = (message: string) => message.replace(/"[^"]*"|_([a-z0-9])/g, (all, letter?: string) => letter?.toUpperCase() ?? all);

type Failure = { code: ErrorCode; message: string } & Partial<EmptyRows>;
type ModuleResult = { value: unknown } | { error: Failure };
type Call = (...args: unknown[]) => unknown;
/** What the module exports: functions that answer with a `ModuleResult`, and others that nobody but this folder calls. */
export type Module = Record<string, (...args: unknown[]) => any>;

/** An exported function that throws what it refuses. */
export function throwing(module: Module, name: string): Call {
  const call = module[name] as (...args: unknown[]) => ModuleResult;
  return (...args) => {
    const result = call(...args);
    if (!('error' in result)) return result.value;
    const { code, message, ...place } = result.error;
    throw new CoreError(code, inCamelCase(message), place as EmptyRows);
  };
}

/** The same, called with as many arguments as its parameters say: names with a space between, those with a `?` may be left out. */
export function counted(name: string, signature: string, call: Call): Call {
  const parameters = signature === '' ? [] : signature.split(' ');
  const most = parameters.length;
  const least = parameters.filter((one) => !one.endsWith('?')).length;
  return (...args) => {
    if (args.length < least || args.length > most) {
      const count = least === most ? `${most}` : `${least} to ${most}`;
      throw new CoreError('wrong_arguments', `${name}: expected ${count} arguments (${parameters.join(', ')}), got ${args.length}`);
    }
    while (args.length < most) args.push(undefined);
    return call(...args);
  };
}
