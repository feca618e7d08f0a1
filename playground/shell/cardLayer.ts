// Icons of cards and pictures in their cells. As in Excel, a click on the icon opens the card, and so does Ctrl+Shift+F5 on the
// selected cell; a button below the sheet does it for those who know neither.
import { cardIcon } from './cardIcon';
import { CardPanel } from './cardPanel';
import { alignToCells, cellLayer, putAt } from './cellLayer';
import { element } from './element';
import { webImage } from './webImage';
import { cellName, type Area } from '../grid/area';
import type { CellData } from '../grid/grid';
import { isPicture } from '../univer/cards/cellData';
import type { DrawnCell, DrawnCells } from '../univer/cards/drawnCells';
import type { UniverGrid } from '../univer/univerGrid';

const pause = 60;

export class CardLayer {
  private readonly layer: HTMLElement;
  private readonly panel: CardPanel;
  private readonly button = element('showCard');
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly sheet: HTMLElement,
    private readonly grid: UniverGrid,
    private readonly drawn: DrawnCells,
    focusGrid: () => void,
  ) {
    this.layer = cellLayer(sheet, 'cards');
    this.panel = new CardPanel(this.layer, focusGrid);
    this.button.addEventListener('click', () => this.openSelected());
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'F5' || !event.ctrlKey || !event.shiftKey || !this.openSelected()) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { capture: true },
    );
  }

  /** Draws soon: one calculation often follows another. */
  redraw(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.draw(), pause);
  }

  /** Another cell was selected, or the cells show something else. */
  selected({ sheetId, row, column }: Area): void {
    const data = this.cardAt(sheetId, row, column);
    this.button.hidden = data === undefined;
    if (!data || this.panel.data !== data) this.panel.close();
  }

  private cardAt(sheetId: string, row: number, column: number): CellData | undefined {
    const { data } = this.grid.cell(sheetId, row, column);
    return data && !isPicture(data) ? data : undefined;
  }

  private openSelected(): boolean {
    const { sheetId, row, column } = this.grid.activeCell();
    const data = this.cardAt(sheetId, row, column);
    if (data) this.panel.open(data, this.drawn.placeOf(row, column));
    return data !== undefined;
  }

  private draw(): void {
    if (!this.grid.isDrawn) return this.redraw();
    alignToCells(this.layer, this.sheet, this.grid);
    const cells = this.drawn.withData();
    const marks = cells.map((cell) => (isPicture(cell.data) ? picture(cell) : this.icon(cell)));
    this.layer.replaceChildren(...marks, ...this.panel.elements);
    this.selected(this.grid.activeCell());
  }

  private icon({ row, column, data, place }: DrawnCell): HTMLElement {
    const icon = document.createElement('button');
    icon.type = 'button';
    icon.className = 'cardIcon';
    // Hundreds of them would stand between a keyboard and the rest of the page.
    icon.tabIndex = -1;
    icon.title = 'Show card';
    icon.setAttribute('aria-label', `Show the card of ${cellName(row, column)}`);
    icon.append(cardIcon(iconOf(data)));
    put(icon, place);
    icon.addEventListener('click', () => {
      this.grid.select({ sheetId: this.grid.activeSheetId(), row, column, rows: 1, columns: 1 });
      this.panel.open(data, place);
    });
    return icon;
  }
}

function iconOf(data: CellData): string {
  const { compact } = (data['layouts'] ?? {}) as { compact?: { icon?: unknown } };
  return typeof compact?.icon === 'string' ? compact.icon : 'Generic';
}

function put({ style }: HTMLElement, { left, top, height }: DOMRect): void {
  style.left = `${left + 2}px`;
  style.top = `${top + Math.max(0, (height - 18) / 2)}px`;
}

function picture({ data, place }: DrawnCell): HTMLElement {
  const frame = document.createElement('span');
  frame.className = 'cellPicture';
  const { left, top, width, height } = place;
  putAt(frame, { left, top, width: width - 1, height: height - 1 });
  frame.append(webImage(data));
  return frame;
}
