// A formula that cannot be read: wrong argument, unknown option, unknown column. Becomes a #VALUE! with this message,
// or passes on the error that stood in a cell the formula refers to. And text that has to fit.
import type { CellFault } from './cell';

export class InputFault extends Error {
  override readonly name = 'InputFault';

  constructor(
    message: string,
    readonly fault: CellFault['fault'] = 'value',
    /** Nobody should pay for it, but a response that was paid for may be shown. */
    readonly unlessKnown = false,
  ) {
    super(shorten(message, messageLength));
  }
}

// What Excel would silently cut is cut here with an ellipsis. Characters that no file can hold (XML 1.0, 2.2: controls and halves of
// characters) are taken out, and so are those that turn the text around them (U+202D, U+202E).

/** The longest text of a cell in Excel. */
export const cellLength = 32_767;
const shortText = 8;
/** The longest error message that Excel shows. */
export const messageLength = 250;

/** Never splits a surrogate pair. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return (/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut) + '…';
}

const unfit = /[\p{Cc}\p{Cs}\u202D\u202E\uFEFF\uFFFE\uFFFF]/u;
/** The rest, unit by unit: three times as fast, and most texts are of these alone. A pair of surrogates is looked at again. */
const ordinary = /^[ -~\u00A0-\u202C\u202F-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD]*$/;

/** Whether a cell can hold it as it is. A loop over a few characters beats a regular expression. */
export function fits(text: string): boolean {
  if (text.length > shortText) return text.length <= cellLength && (ordinary.test(text) || !unfit.test(text));
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || (code > 0x7e && (code < 0xa0 || code > 0xd7ff || (code | 3) === 0x202f)))
      return !unfit.test(text);
  }
  return true;
}

const cleaned = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/[\p{Cc}\u202D\u202E\uFEFF]/gu, (control) =>
      control === '\n' ? control : control === '\t' ? ' ' : '',
    );

/** As a cell can hold it. */
export function fit(text: string, length = cellLength): string {
  if (text.length <= length && fits(text)) return text;
  const short = shorten(text, length);
  return unfit.test(short) ? cleaned(short) : short;
}

/** A value as a message quotes it. */
export const inQuotes = (text: string): string => `"${shorten(text, 40)}"`;
