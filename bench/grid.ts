// The grid against JSON.parse of the same text, in Node. The browser benchmark is in pages.ts.
import { againstPair, pairs, type Measure } from './measure';
import { responseText, toGrid } from './gridSource';

export function gridMeasures(): Promise<Measure[]> {
  const text = responseText();
  const { rows, columns, cut } = toGrid(text);
  const pair = pairs(
    41,
    () => toGrid(text),
    () => JSON.parse(text) as unknown,
  );
  const size = `${rows - 1} × ${columns}${cut ? ', cut at 5 MB' : ''}`;
  return Promise.resolve([
    againstPair(`text → records → grid of ${size}, Node: CPU ms, against JSON.parse`, pair, 1.2),
  ]);
}
