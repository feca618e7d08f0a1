// Excel writes one address in several ways ('Prices'!B2, Prices!$B$2); this is one spelling to compare them by.
import { readArea, writeArea } from '../../excel/workbook/area';

export function cellKey(cell: string): string {
  const area = readArea(cell);
  return (area ? writeArea(area) : cell).toLowerCase();
}
