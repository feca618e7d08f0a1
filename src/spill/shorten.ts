// Text that has to fit: what Excel would cut without a word is cut here with an ellipsis.

/** What Excel keeps of one cell's text. */
export const cellLength = 32_767;
/** What Excel shows of an error's message. */
export const messageLength = 250;

/** Never ends in half of a character that takes two code units. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  return (/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut) + '…';
}

/** A value as a message quotes it. */
export const inQuotes = (text: string): string => `"${shorten(text, 40)}"`;
