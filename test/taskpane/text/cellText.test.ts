import { type OperationId } from '../../../src/operations';
import { gridOf } from '../../../src/spill/grid/gridOf';
import { cellText } from '../../../src/taskpane/text/cellText';
import { smallestArguments } from '../../operations/fixtures';
import { read } from '../../spill/read/readings';

const formatted = (basicValue: number, numberFormat: string) =>
  cellText({ type: 'Double', basicValue, numberFormat });

function shown(id: OperationId, column: string, value: unknown, formats: boolean): string {
  const formula = read(id, ...smallestArguments(id), column);
  const outcome = { records: [{ [column]: value }], fetchedAt: 0, from: 'service' };
  return cellText(gridOf(formula, [outcome], { formats }).cells[0]![0]!);
}

test('a discount of 22 percent reads 22% where cells have formats, and 0.22 where they have none', () => {
  expect(shown('ruretail', 'discount_percent', 22, true)).toBe('22%');
  expect(shown('ruretail', 'discount_percent', 22, false)).toBe('0.22');
  expect(shown('hkproperty', 'price_change_percent', -0.8, true)).toBe('-0.8%');
});

test('a percent sign in quotes is text and multiplies nothing', () => {
  expect(formatted(22, '0"%"')).not.toContain('2,200');
  expect(formatted(0.22, '0%')).toBe('22%');
  expect(formatted(0.123, '0.0%')).toBe('12.3%');
});

test('numbers without a format read as Excel’s General: no separators, no lost decimals', () => {
  expect(cellText(1234567)).toBe('1234567');
  expect(cellText(22.28552)).toBe('22.28552');
  expect(cellText(0.1 + 0.2)).toBe('0.3');
});

test('amounts and dates read with their symbol and their time', () => {
  expect(formatted(1234.5, '[$€] #,##0.00')).toBe('€ 1,234.50');
  expect(formatted(46510, 'yyyy-mm-dd')).toBe('2027-05-03');
  expect(formatted(46510.75, 'yyyy-mm-dd hh:mm')).toBe('2027-05-03 18:00');
  expect(formatted(46510 + 86_399 / 86_400, 'yyyy-mm-dd hh:mm')).toBe('2027-05-03 23:59');
});

test('what is older than its formula wants it has a sign, and all its digits', () => {
  expect(formatted(4.5, 'General" ⚠"')).toBe('4.5 ⚠');
  expect(formatted(1234.5, '[$€] #,##0.00" ⚠"')).toBe('€ 1,234.50 ⚠');
});
