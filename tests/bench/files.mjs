import { readFile } from 'node:fs/promises';
import { caseFolder } from './paths.mjs';

/** A file's bytes in a buffer of their own: Node reads small files into a shared one. */
export async function readBuffer(path) {
  const { buffer, byteOffset, byteLength } = await readFile(path);
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

export const readCaseFile = (item, file) => readBuffer(caseFolder(item) + file);
