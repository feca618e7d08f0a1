// How much of Excel's 5 MB cap for one result a row takes, counted as the JSON it becomes.
import type { Cell } from './cell';

/** Below the cap, with room for the notice row and the envelope. */
export const payloadLimit = 5_000_000 - 2_000;

const needsCare = /[^ !#-[\]-~]/;

function textBytes(text: string): number {
  if (!needsCare.test(text)) return text.length;
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // Escapes take two or six bytes; a surrogate is half of a four-byte character, or a six-byte escape when alone.
    if (code < 0x20) bytes += 6;
    else if (code === 0x22 || code === 0x5c) bytes += 2;
    else if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}

const formatBytes = '{"type":"Double","basicValue":,"numberFormat":""},'.length + 24;

export function rowBytes(row: readonly Cell[]): number {
  let bytes = 2;
  for (const cell of row) {
    if (typeof cell === 'string') bytes += 3 + textBytes(cell);
    else if (typeof cell === 'number') bytes += cell % 1 === 0 && cell < 1e6 && cell > -1e6 ? 8 : 20;
    else if (typeof cell === 'boolean') bytes += 6;
    else if ('fault' in cell) bytes += 60 + textBytes(cell.message);
    else bytes += formatBytes + cell.numberFormat.length;
  }
  return bytes;
}
