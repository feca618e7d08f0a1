// Images of products, flats, shops and hotels: small drawings derived from the address, so that nothing is stored.
import { hash } from '../data/random';

export type ImageLink = (source: string, name: string | number) => string;

/** Absolute addresses under the sandbox's own. */
export const imageLinks =
  (base: string): ImageLink =>
  (source, name) =>
    `${base}/images/${source}/${encodeURIComponent(name)}.svg`;

export function drawImage(source: string, name: string): string {
  const h = hash(source, name);
  const hue = h % 360;
  const shapes = [0, 1, 2].map((n) => {
    const part = hash(source, name, n);
    const [x, y, size] = [part % 160, (part >>> 8) % 100, 30 + ((part >>> 16) % 60)];
    const fill = `hsl(${(hue + 40 * (n + 1)) % 360} 60% ${45 + n * 12}% / .7)`;
    return n % 2
      ? `<circle cx="${x}" cy="${y}" r="${size / 2}" fill="${fill}"/>`
      : `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="8" fill="${fill}"/>`;
  });
  const label = name.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 18);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="180" viewBox="0 0 200 150" role="img">` +
    `<title>${label}</title><rect width="200" height="150" fill="hsl(${hue} 35% 92%)"/>${shapes.join('')}` +
    `<text x="100" y="138" font-family="sans-serif" font-size="12" text-anchor="middle" fill="#333">${label}</text></svg>`
  );
}
