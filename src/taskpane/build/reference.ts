// A selection as a formula refers to it: `A2:A9` on the same sheet, `Prices!A2:A9` from another.
import { localAddress, readArea } from '../../excel/workbook/area';

export function referenceTo(address: string, formulaSheet?: string): string {
  const area = readArea(address);
  if (!area) return address;
  return formulaSheet === undefined || area.sheet === formulaSheet ? localAddress(area) : address;
}
