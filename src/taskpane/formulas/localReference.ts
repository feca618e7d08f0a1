// A selection as a formula on the same sheet refers to it: `A2:A9` for `Prices!A2:A9`.
import { localAddress, readArea } from '../../excel/workbook/area';

export function localReference(address: string): string {
  const area = readArea(address);
  return area ? localAddress(area) : address;
}
