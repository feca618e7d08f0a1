// The grid benchmark in a page; pages.ts reads the result.
import { recordsOf, responseText, showAgain, toGrid } from './gridSource';
import { pairs, type Pair } from './measure';

export interface GridPairs {
  readonly first: Pair;
  readonly again: Pair;
}

const text = responseText();
const parse = () => JSON.parse(text) as unknown;
const first = pairs(41, () => toGrid(text), parse);
const records = recordsOf(text);
const again = pairs(41, () => showAgain(records), parse);
const gridPairs: GridPairs = { first, again };
Object.assign(window, { gridPairs });
