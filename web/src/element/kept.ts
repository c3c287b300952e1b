/** A figure's state in the browser between visits. Where storage is not allowed (it throws in a sandboxed frame) nothing is kept. */
import type { FigureDefinition } from './definition';
import { decodeState, encodeState } from './hash';

const storageKey = (name: string): string => `maskscope.${name}`;

/** The kept state, or null where there is none that the figure can take. */
export function readKept<State extends object>(name: string, { schema }: FigureDefinition<State, any>, initial: State): State | null {
  try {
    const text = localStorage.getItem(storageKey(name));
    return text === null ? null : decodeState(text, schema, initial);
  } catch {
    return null;
  }
}

/** Keeps a state together with what was kept before; the initial state clears it. */
export function writeKept<State extends object>(name: string, definition: FigureDefinition<State, any>, state: State, initial: State): void {
  try {
    if (encodeState(state, initial) === '') {
      localStorage.removeItem(storageKey(name));
      return;
    }
    const before = readKept(name, definition, initial);
    localStorage.setItem(storageKey(name), encodeState(before ? definition.keep!(state, before) : state, initial));
  } catch {
    // full or forbidden: the state in the address is all there is
  }
}
