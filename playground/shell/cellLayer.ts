// A layer above the cells of the sheet, for what Univer does not draw itself: charts, icons of cards, pictures.
import type { UniverGrid } from '../univer/univerGrid';

export function cellLayer(sheet: HTMLElement, className: string): HTMLElement {
  const layer = document.createElement('div');
  layer.className = className;
  // The spreadsheet owns everything inside its element.
  sheet.after(layer);
  return layer;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function putAt({ style }: HTMLElement, { left, top, width, height }: Box): void {
  style.left = `${left}px`;
  style.top = `${top}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}

/** The cells begin below the formula bar and the column letters. */
export function alignToCells(layer: HTMLElement, sheet: HTMLElement, grid: UniverGrid): void {
  // The formula bar has a small canvas of its own.
  const [canvas] = [...sheet.querySelectorAll('canvas')]
    .map((one) => one.getBoundingClientRect())
    .sort((a, b) => b.width * b.height - a.width * a.height);
  const own = layer.offsetParent?.getBoundingClientRect();
  if (!canvas || !own) return;
  const { corner } = grid.view();
  putAt(layer, {
    left: canvas.left - own.left + corner.left,
    top: canvas.top - own.top + corner.top,
    width: canvas.width - corner.left,
    height: canvas.height - corner.top,
  });
}
