// The line below the sheet: the message of the selected cell's error, or the table the cell belongs to. Excel shows the
// message in the error's card; here hovering shows it too.
import { element } from './element';
import { areaName, cellName, type Area } from '../grid/area';
import type { Grid } from '../grid/grid';
import type { CellCalls } from '../calls/cellCalls';

export class MessageLine {
  constructor(
    private readonly grid: Grid,
    private readonly calls: CellCalls,
  ) {}

  /** The message of the error in this cell, as the custom function returned it. */
  messageAt(sheetId: string, row: number, column: number): string {
    const parent = this.grid.spillParent(sheetId, row, column) ?? { sheetId, row, column };
    const cell = this.calls.cellAt(parent, row - parent.row, column - parent.column);
    return cell && 'error' in cell ? cell.message : '';
  }

  show(area: Area): void {
    const { sheetId, row, column } = area;
    const name = cellName(row, column);
    const { value, data } = this.grid.cell(sheetId, row, column);
    const line = element('message');
    const error = !data && typeof value === 'string' && value.startsWith('#');
    line.classList.toggle('error', error && value !== '#BUSY!');
    line.textContent = error
      ? this.explain(name, value, this.messageAt(sheetId, row, column))
      : this.place(area, name);
    line.title = line.textContent;
  }

  hint(sheetId: string, row: number, column: number): string {
    const { value, data } = this.grid.cell(sheetId, row, column);
    if (data || typeof value !== 'string' || !value.startsWith('#')) return '';
    return this.explain(cellName(row, column), value, this.messageAt(sheetId, row, column));
  }

  private explain(name: string, error: string, message: string): string {
    if (message !== '') return `${name} ${error} ${message}`;
    if (error === '#BUSY!') return `${name} is waiting for Spillway.`;
    if (error === '#SPILL!')
      return `${name} #SPILL! Other cells are in the way of the table. Clear the cells below and to the right.`;
    return `${name} ${error}`;
  }

  private place({ sheetId, row, column }: Area, name: string): string {
    const parent = this.grid.spillParent(sheetId, row, column);
    const spill = parent && this.grid.spillArea(sheetId, parent.row, parent.column);
    if (!spill) return '';
    return `${name} is part of ${areaName(spill)}, the result of the formula in ${cellName(spill.row, spill.column)}.`;
  }
}
