// The icons a card may name, as line drawings of 16 × 16; the names are Excel's.
const paths: Readonly<Record<string, string>> = {
  ShoppingBag: 'M3 5h10l.7 9H2.3zM5.5 7V4.5a2.5 2.5 0 0 1 5 0V7',
  Home: 'M2 8l6-5.5L14 8M3.5 7v6.5h3.5V10h2v3.5h3.5V7',
  Building: 'M3.5 14V2.5h9V14M1.5 14h13M6 5h1M9 5h1M6 8h1M9 8h1M7 14v-3h2v3',
};
const generic = 'M2.5 3h11v10h-11zM5 6h6M5 8.5h6M5 11h3';
const svg = 'http://www.w3.org/2000/svg';

export function cardIcon(name: string): SVGElement {
  const drawing = document.createElementNS(svg, 'svg');
  drawing.setAttribute('viewBox', '0 0 16 16');
  drawing.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', (Object.hasOwn(paths, name) && paths[name]) || generic);
  drawing.append(path);
  return drawing;
}
