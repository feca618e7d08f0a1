// A company's look for the sheets of all templates: an accent color, a font and a logo, set once. Colors that mean something (inputs, samples,
// what is missing) stay as they are, and text stays readable on whatever color was chosen.
import type { Style } from './styles';

/** A picture that stands at the top of a template's first sheet. */
export interface Logo {
  /** A PNG file in Base64. */
  readonly image: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

export interface Look {
  /** `#rrggbb` */
  readonly accent: string;
  /** Empty: that of the workbook. */
  readonly font: string;
  readonly logo?: Logo | undefined;
}

/** What the styles of the templates are written in. */
export const standardLook: Look = { accent: '#08626c', font: '' };

/** The colors that follow the accent, by how far they are from it to white (1) or black (-1). */
const shades: Readonly<Record<string, number>> = {
  [standardLook.accent]: 0,
  '#077380': 0,
  '#06464e': -0.3,
  '#a6dae1': 0.65,
  '#e3f6f8': 0.88,
  '#f1f6f5': 0.94,
};

const parts = (color: string): number[] => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));

function shaded(color: string, by: number): string {
  const end = by > 0 ? 255 : 0;
  const mixed = parts(color).map((part) => Math.round(part + (end - part) * Math.abs(by)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2.2: relative luminance and contrast ratio. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = parts(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const readable = 4.5;
const [white, black] = ['#ffffff', '#1b2420'];

/** A color of the standard look in another one. */
export function colorIn({ accent }: Look, color: string): string {
  const shade = shades[color.toLowerCase()];
  return shade === undefined || accent === standardLook.accent ? color : shaded(accent, shade);
}

/** The color of text in the look: as dark as it takes on white. */
function textIn(look: Look, color: string): string {
  let text = colorIn(look, color);
  while (text !== color && contrast(text, white) < readable) text = shaded(text, -0.1);
  return text;
}

export function styleIn<Given extends Pick<Style, 'color' | 'fill' | 'lines'>>(
  look: Look,
  style: Given,
): Given {
  const { color, fill, lines } = style;
  const ground = fill && colorIn(look, fill);
  const isOwn = ground !== fill;
  const onGround = isOwn && color === white && contrast(white, ground!) < readable ? black : color;
  return {
    ...style,
    ...(fill && { fill: ground }),
    ...(color && { color: fill ? onGround : textIn(look, color) }),
    ...(lines && { lines: colorIn(look, lines) }),
  };
}

/** To choose from; any other can be typed. */
export const usualFonts = [
  'Aptos',
  'Arial',
  'Calibri',
  'Georgia',
  'Segoe UI',
  'Tahoma',
  'Times New Roman',
  'Verdana',
];

const longestFont = 60;

/** More than a logo of these pixels takes; a store of the browser holds a few megabytes in all. */
export const mostLogoPixels = { width: 480, height: 144 } as const;
const longestLogo = 400_000;
/** How each PNG file begins. */
const pngStart = 'iVBORw0KGgo';

const isPixels = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= most;

function readLogo(value: unknown): Logo | undefined {
  const { image, width, height } = (value ?? {}) as Partial<Logo>;
  if (typeof image !== 'string' || image.length > longestLogo || !image.startsWith(pngStart))
    return undefined;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(image)) return undefined;
  if (!isPixels(width, mostLogoPixels.width) || !isPixels(height, mostLogoPixels.height)) return undefined;
  return { image, width, height };
}

/** As it was stored, or typed; undefined where it is none. A logo that cannot be read is left out. */
export function readLook(value: unknown): Look | undefined {
  const { accent, font, logo: given } = (value ?? {}) as Partial<Look>;
  if (typeof accent !== 'string' || !/^#[0-9a-f]{6}$/i.test(accent)) return undefined;
  if (typeof font !== 'string' || !/^[\p{L}\p{N} ._-]*$/u.test(font) || font.length > longestFont)
    return undefined;
  const logo = readLogo(given);
  return { accent: accent.toLowerCase(), font: font.trim(), ...(logo && { logo }) };
}
