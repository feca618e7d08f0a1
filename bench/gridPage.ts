// The grid benchmark in a page; pages.ts reads the result.
import { responseText, toGrid } from './gridSource';
import { pairs } from './measure';

const text = responseText();
const gridPair = pairs(
  41,
  () => toGrid(text),
  () => JSON.parse(text) as unknown,
);
Object.assign(window, { gridPair });
