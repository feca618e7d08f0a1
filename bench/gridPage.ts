// The grid benchmark in a page; pages.ts reads the result.
import { responseText, toGrid } from './gridSource';
import { medians } from './measure';

const text = responseText();
const [grid, parse] = medians(
  31,
  () => toGrid(text),
  () => JSON.parse(text) as unknown,
);
Object.assign(window, { gridTimes: { grid, parse } });
