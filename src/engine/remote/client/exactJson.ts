// JSON.parse rounds a whole number of more than 15 digits without a word, and a cell keeps no more of it either. Such a
// number is mostly an identifier, so it is read as the text it is. Looking costs next to nothing: one character in sixteen.

const longest = 15;
const step = longest + 1;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Every run of 16 digits covers one of the places looked at; it counts where it stands like a number of its own. */
function hasLongNumber(text: string): boolean {
  for (let at = longest; at < text.length; at += step) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let from = at;
    while (isDigit(text.charCodeAt(from - 1))) from -= 1;
    while (isDigit(text.charCodeAt(at + 1))) at += 1;
    if (
      at - from >= longest &&
      /^[-\s:,[]?$/.test(text.charAt(from - 1)) &&
      /^[\s,\]}]?$/.test(text.charAt(at + 1))
    )
      return true;
  }
  return false;
}

/** Texts as they are, so that digits in them are passed over; numbers to be looked at. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

const quoted = (token: string): string =>
  /^-?\d{16,}$/.test(token) || !Number.isFinite(Number(token)) ? `"${token}"` : token;

/** As JSON.parse, with whole numbers of more than 15 digits as text. */
export function exactJson(text: string): unknown {
  if (!hasLongNumber(text)) return JSON.parse(text);
  return JSON.parse(text.replace(tokens, (token) => (token.startsWith('"') ? token : quoted(token))));
}
