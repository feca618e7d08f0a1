// A picture of a cell or a card. Its address comes from a service: nothing is told to its host but that it is loaded.
import type { CellData } from '../grid/grid';

export function webImage(data: CellData): HTMLImageElement {
  const image = document.createElement('img');
  image.referrerPolicy = 'no-referrer';
  image.decoding = 'async';
  image.alt = typeof data['altText'] === 'string' ? data['altText'] : '';
  if (/^https?:\/\//i.test(String(data['address']))) image.src = String(data['address']);
  return image;
}
