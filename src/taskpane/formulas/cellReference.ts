// Cell addresses as the pane compares them and writes them into formulas.
import { localAddress, readArea, writeArea } from '../../excel/workbook/area';

/** Excel writes one address in several ways ('Prices'!B2, Prices!$B$2). This is one spelling to compare them by. */
export function cellKey(cell: string): string {
  const area = readArea(cell);
  return (area ? writeArea(area) : cell).toLowerCase();
}

/** A selection as a formula on the same sheet refers to it: `A2:A9` for `Prices!A2:A9`. */
export function localReference(address: string): string {
  const area = readArea(address);
  return area ? localAddress(area) : address;
}

/** The sheet of a cell, by its name without quotes; empty where the address has none. */
export const sheetOf = (cell: string): string => readArea(cell)?.sheet ?? '';
