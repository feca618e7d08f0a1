// Pictures float above the cells, as in Excel. One in rows that are frozen stays with them.
import { alignToCells, cellLayer, putAt } from './cellLayer';
import { heightOf } from '../grid/extent';
import type { Picture } from '../host/parts/picture';
import type { UniverGrid } from '../univer/univerGrid';

const pixelsPerPoint = 4 / 3;

export class PictureLayer {
  private readonly layer: HTMLElement;

  constructor(
    private readonly sheet: HTMLElement,
    private readonly grid: UniverGrid,
    private readonly pictures: () => readonly Picture[],
  ) {
    this.layer = cellLayer(sheet, 'pictures');
  }

  draw(): void {
    const active = this.grid.activeSheetId();
    const shown = this.pictures().filter(({ sheetId }) => sheetId === active);
    this.layer.replaceChildren();
    if (shown.length === 0 || !this.grid.isDrawn) return;
    alignToCells(this.layer, this.sheet, this.grid);
    this.layer.append(...shown.map((picture) => this.imageOf(picture)));
  }

  private imageOf({ image, description, sheetId, left, top, width, height }: Picture): HTMLImageElement {
    const { scrolledX, scrolledY } = this.grid.view();
    const { rows } = this.grid.features.frozen(sheetId);
    const isFrozen = top * pixelsPerPoint < heightOf(this.grid, sheetId, rows);
    const element = document.createElement('img');
    element.src = `data:image/png;base64,${image}`;
    element.alt = description;
    putAt(element, {
      left: left * pixelsPerPoint - scrolledX,
      top: top * pixelsPerPoint - (isFrozen ? 0 : scrolledY),
      width: width * pixelsPerPoint,
      height: height * pixelsPerPoint,
    });
    return element;
  }
}
