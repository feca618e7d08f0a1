// The grid of any formula: records under named columns, every field, or figures. Loaded later than the first of the three,
// which is all that most formulas need.
import { hasFigures } from '../read/options/columns';
import { makeAllGrid } from './allFields';
import { remaining } from '../where/remaining';
import { makeFigureGrid } from './figureGrid';
import { isPlainTable, makeGrid, type MakeGrid } from './grid';
import { withWarnings } from './warnings';

export const gridOf: MakeGrid = (given, all, host) => {
  const { formula, outcomes } = remaining(given, all, host.acceptedOf);
  if (isPlainTable(formula)) return withWarnings(makeGrid(formula, outcomes, host));
  const figures = formula.matrix !== undefined || hasFigures(formula.view.columns);
  return (figures ? makeFigureGrid : makeAllGrid)(formula, outcomes, host);
};
