// The grid against JSON.parse of the same text, in Node. The browser benchmark is in pages.ts.
import { against, medians, type Measure } from './measure';
import { responseText, toGrid } from './gridSource';

export function gridMeasures(): Promise<Measure[]> {
  const text = responseText();
  const { rows, columns, cut } = toGrid(text);
  const [grid = 0, parse = 0] = medians(
    9,
    () => toGrid(text),
    () => JSON.parse(text) as unknown,
  );
  const size = `${rows - 1} × ${columns}${cut ? ', cut at 5 MB' : ''}`;
  return Promise.resolve([
    against(`text → records → grid of ${size}, Node: ms, against JSON.parse`, grid, parse, 1.5),
  ]);
}
