/** Figures' states in the URL hash: `#name=<JSON>`, several joined by `&`. What comes from a URL is checked like any input. */
import * as v from 'valibot';

/** A link longer than this is refused before it is read. */
const longestHash = 20_000;

export function readHash(hash: string): Map<string, string> {
  const parts = hash.length > longestHash ? [] : hash.replace(/^#/, '').split('&');
  return new Map(parts.filter((part) => part.includes('=')).map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at), part.slice(at + 1)];
  }));
}

export function writeHash(states: Map<string, string>): string {
  return [...states].map(([name, text]) => `${name}=${text}`).join('&');
}

/** The fields in which a state differs from the initial one, as hash text; '' when none does. */
export function encodeState(state: object, initial: object): string {
  const start = initial as Record<string, unknown>;
  const changed = Object.entries(state).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(start[field]));
  return changed.length ? encodeURIComponent(JSON.stringify(Object.fromEntries(changed))) : '';
}

/** The state that a hash text asks for. Throws where it is not JSON, has fields that do not exist, or passes a limit. */
export function decodeState<State extends object>(text: string, schema: v.GenericSchema<unknown, State>, initial: State): State {
  const fields: unknown = JSON.parse(decodeURIComponent(text));
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw new Error('not an object');
  const unknown = Object.keys(fields).find((field) => !Object.hasOwn(initial, field));
  if (unknown !== undefined) throw new Error(`unknown field ${unknown}`);
  return v.parse(schema, { ...initial, ...fields });
}
