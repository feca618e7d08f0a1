// A range from an address that names its sheet; every other file here goes through it.
import { localAddress, readArea } from './area';

export function rangeAt(context: Excel.RequestContext, address: string): Excel.Range {
  const area = readArea(address);
  const { worksheets } = context.workbook;
  if (!area) throw new RangeError(`${address} is not a cell or range.`);
  const sheet = area.sheet ? worksheets.getItem(area.sheet) : worksheets.getActiveWorksheet();
  return sheet.getRange(localAddress(area));
}
