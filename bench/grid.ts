// The grid against JSON.parse of the same text, in Node. The browser benchmark is in pages.ts.
import { againstPair, pairs, type Measure } from './measure';
import { readCondition } from '../src/spill/where/condition';
import { selector } from '../src/spill/where/select';
import { recordsOf, responseText, showAgain, toGrid } from './gridSource';

/** With names as long as a shop's, in its alphabet. */
const namedText = (text: string): string =>
  JSON.stringify(
    (JSON.parse(text) as Record<string, unknown>[]).map((record, nth) => ({
      ...record,
      name: `Смартфон Apple iPhone 15 ${nth % 2 === 0 ? 128 : 256} ГБ, чёрный, артикул ${nth}`,
    })),
  );

export function gridMeasures(): Promise<Measure[]> {
  const text = responseText();
  const { rows, columns, cut } = toGrid(text);
  const pair = pairs(
    41,
    () => toGrid(text),
    () => JSON.parse(text) as unknown,
  );
  const known = recordsOf(text);
  const again = pairs(
    41,
    () => showAgain(known),
    () => JSON.parse(text) as unknown,
  );
  const size = `${rows - 1} × ${columns}${cut ? ', cut at 5 MB' : ''}`;
  const named = namedText(text);
  const records = JSON.parse(named) as Record<string, unknown>[];
  const condition = 'name has 128 and not name has чехол and price>=3 and brand in T,Apple';
  const left = selector('ruretail', readCondition('ruretail', condition))(records).records.length;
  const where = pairs(
    41,
    () => selector('ruretail', readCondition('ruretail', condition))(records),
    () => JSON.parse(named) as unknown,
  );
  return Promise.resolve([
    againstPair(`text → records → grid of ${size}, Node: CPU ms, against JSON.parse`, pair, 1.2),
    againstPair('response in memory → rows for Excel, Node: CPU ms, against JSON.parse', again, 1),
    againstPair(`where: ${left} of ${rows - 1} records, Node: CPU ms, against JSON.parse`, where, 0.2),
  ]);
}
