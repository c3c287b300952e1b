/**
 * The bytes of the WebAssembly module. The build decides how they come: as a file beside the page, or inside the script as
 * a `data:` URL, which is decoded here and not fetched, so that a strict policy and `file://` both allow it.
 */
import wasmUrl from '../../../build/wasm/maskscope.wasm?url';
import { arriving } from './not-loaded';

export function wasmBinary(): Promise<Uint8Array> {
  return wasmUrl.startsWith('data:') ? decode(wasmUrl) : arriving(() => download(wasmUrl));
}

async function decode(dataUrl: string): Promise<Uint8Array> {
  const bytes = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}

async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}
