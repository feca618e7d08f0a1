// Whether a cell or range lies inside another.
import type { Area } from './area';

export function contains(outer: Area, inner: Area): boolean {
  return (
    outer.sheet.toLowerCase() === inner.sheet.toLowerCase() &&
    inner.row >= outer.row &&
    inner.column >= outer.column &&
    inner.row + inner.rows <= outer.row + outer.rows &&
    inner.column + inner.columns <= outer.column + outer.columns
  );
}
