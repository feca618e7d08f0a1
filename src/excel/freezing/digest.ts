// A short text that changes when the values of some cells do. Numbers to twelve digits: Excel may write the last ones
// differently when a file is saved and opened.
import type { CellValue } from '../workbook/workbook';

const spelled = (value: CellValue): CellValue =>
  typeof value === 'number' ? `#${value.toPrecision(12)}` : typeof value === 'string' ? `'${value}` : value;

export async function digestOf(rows: readonly (readonly CellValue[])[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(rows.map((row) => row.map(spelled))));
  const bytes = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', text));
  return btoa(String.fromCharCode(...bytes.slice(0, 12)));
}
