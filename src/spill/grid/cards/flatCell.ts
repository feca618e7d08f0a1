// A cell without its card: the value that formulas calculate with, in the form it has where there are no cards.
import type { Cell, RichCell } from '../../cell';

/** A picture is its address, as it is where Excel cannot show it. */
export function flatCell(cell: RichCell): Cell {
  if (typeof cell !== 'object' || 'fault' in cell) return cell;
  if (cell.type === 'WebImage') return cell.address;
  const { basicValue, numberFormat } = cell;
  return typeof basicValue === 'number' && numberFormat !== undefined
    ? { type: 'Double', basicValue, numberFormat }
    : basicValue;
}
