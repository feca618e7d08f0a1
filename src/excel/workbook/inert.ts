// Text from outside that begins like a formula must stay text when it is written as a value.
import type { CellValue } from './workbook';

export const inert = (value: CellValue): CellValue =>
  typeof value === 'string' && /^[=+\-@']/.test(value) ? `'${value}` : value;
