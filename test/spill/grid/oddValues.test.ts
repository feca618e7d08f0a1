// Values that a service may send and nobody promised: each reads in its cell and in the preview as it was meant.
import type { OperationId } from '../../../src/operations';
import { makeGrid } from '../../../src/spill/grid/grid';
import { cellText } from '../../../src/taskpane/text/cellText';
import { smallestArguments } from '../../operations/fixtures';
import { read } from '../read/readings';

function cell(id: OperationId, column: string, record: Readonly<Record<string, unknown>>) {
  const formula = read(id, ...smallestArguments(id), column);
  const outcome = { records: [record], fetchedAt: 0, from: 'service' };
  return makeGrid(formula, [outcome], { formats: true }).cells[0]![0]!;
}
const preview = (...args: Parameters<typeof cell>) => cellText(cell(...args));

it.each([
  [-0.35, '-0.35%', -0.0035],
  [0.5, '0.5%', 0.005],
  [3, '3.0%', 0.03],
  // It must not look like no change.
  [-0.004, '-0.004%', -0.00004],
  ['1.25', '1.25%', 0.0125],
  ['22%', '22.0%', 0.22],
  ['22 %', '22.0%', 0.22],
])('a change of %p percent reads %s and computes as %p', (price_change_percent, reads, holds) => {
  const record = { price_change_percent };
  expect(cell('hkproperty', 'price_change_percent', record)).toMatchObject({ basicValue: holds });
  expect(preview('hkproperty', 'price_change_percent', record)).toBe(reads);
});

it('a percentage that reads differently in other countries stays text', () => {
  expect(cell('hkproperty', 'price_change_percent', { price_change_percent: '1,250%' })).toBe('1,250%');
});

it.each([
  ['rub', 100, '₽ 100'],
  ['Rub', 99.5, '₽ 99.50'],
  ['jpy', 99.5, '¥ 100'],
  ['RUB', -5, '-₽ 5'],
  [null, -0.5, '-₽ 0.50'],
  ['X-1', 100, '100'],
])('%p %p reads %s', (currency, price, reads) => {
  expect(preview('ruretail', 'price', { price, currency })).toBe(reads);
});

it.each([
  ['\u202Ecod.exe', 'cod.exe'],
  ['abc\u202Ddef', 'abcdef'],
  ['\uFEFFname', 'name'],
  [`${'long text '.repeat(4)}\u202Eend`, `${'long text '.repeat(4)}end`],
  ['שלום \u200Fעולם', 'שלום \u200Fעולם'],
  ['مرحبا \u2067abc\u2069', 'مرحبا \u2067abc\u2069'],
  ['5\u202F000', '5\u202F000'],
])('%j is the text %j: nothing turns what stands beside it', (name, shown) => {
  expect(cell('ruretail', 'name', { name })).toBe(shown);
});

it('a currency with a space around it is that currency, as it is in a figure', () => {
  const price = (currency: string) => cell('ruretail', 'price', { price: 5.5, currency });
  expect(price(' usd ')).toEqual(price('USD'));
});
