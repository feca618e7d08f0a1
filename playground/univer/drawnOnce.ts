// What a cell looks like is composed once for each drawing. Univer composes it up to six times: for its fill, its border, its text,
// its marks and what flows over from its neighbours, and asks every plugin each time. Nothing changes while it draws.
import { Worksheet } from '@univerjs/core';
import { Scene } from '@univerjs/preset-sheets-core';

type Cell = ReturnType<Worksheet['getCell']>;

/** More columns than a sheet has. */
const wide = 100_000;

export function composeCellsOnce(): void {
  let composed: Map<Worksheet, Map<number, Cell>> | undefined;
  const render = Reflect.get<Scene, 'render'>(Scene.prototype, 'render');
  Scene.prototype.render = function (this: Scene, ...args) {
    const before = composed;
    composed ??= new Map();
    try {
      return render.apply(this, args);
    } finally {
      composed = before;
    }
  };
  const getCell = Reflect.get<Worksheet, 'getCell'>(Worksheet.prototype, 'getCell');
  Worksheet.prototype.getCell = function (this: Worksheet, row, column) {
    if (!composed) return getCell.call(this, row, column);
    let cells = composed.get(this);
    if (!cells) {
      cells = new Map<number, Cell>();
      composed.set(this, cells);
    }
    const place = row * wide + column;
    let cell = cells.get(place);
    if (cell === undefined && !cells.has(place)) cells.set(place, (cell = getCell.call(this, row, column)));
    return cell;
  };
}
