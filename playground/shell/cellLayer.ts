// A layer above the cells of the sheet, for what Univer does not draw itself: charts, icons of cards, pictures.
import type { UniverGrid } from '../univer/univerGrid';

export function cellLayer(sheet: HTMLElement, className: string): HTMLElement {
  const layer = document.createElement('div');
  layer.className = className;
  // The spreadsheet owns everything inside its element.
  sheet.after(layer);
  return layer;
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
  const { style } = layer;
  style.left = `${canvas.left - own.left + corner.left}px`;
  style.top = `${canvas.top - own.top + corner.top}px`;
  style.width = `${canvas.width - corner.left}px`;
  style.height = `${canvas.height - corner.top}px`;
}
