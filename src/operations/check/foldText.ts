// Text as people compare it: without case, accents and doubled spaces, full-width signs as plain ones, and letters that look the
// same in Cyrillic and Latin taken for one. "Сase" typed with a Cyrillic С is found.

/** Cyrillic and Greek letters, in lower case, and the Latin letter that looks like them in lower or upper case. */
export const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  α: 'a',
  ο: 'o',
  ρ: 'p',
  ι: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
};

const marks = /\p{M}+/gu;
const spaces = /\s+/g;

/** Any text, sign by sign: the standard that the table below follows. */
function foldSlowly(text: string): string {
  let folded = '';
  for (const letter of text.normalize('NFKD').replace(marks, '').toLowerCase())
    folded += lookAlikes[letter] ?? letter;
  return folded.replace(spaces, ' ');
}

/** Nothing to fold but case. */
const ascii = /^[!-~]*(?: [!-~]+)*$/;

export const foldText = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : foldSlowly(text).trim();

const coded = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

/** Latin, Greek and Cyrillic end here. */
const tableEnd = 0x530;

interface Signs {
  /** The signs that fold to each, for a class of a regular expression. */
  readonly like: ReadonlyMap<string, string>;
  /** Signs that fold to none or to several, and all beyond the table. */
  readonly odd: RegExp;
}

let signs: Signs | undefined;

function foldedSigns(): Signs {
  const like = new Map<string, string>();
  let odd = '';
  for (let code = 0; code < tableEnd; code++) {
    const folded = foldSlowly(String.fromCharCode(code));
    if (folded.length === 1) like.set(folded, (like.get(folded) ?? '') + coded(code));
    else odd += coded(code);
  }
  return (signs = { like, odd: new RegExp(`[${odd}${coded(tableEnd)}-\\uffff]`) });
}

/** Whether a text contains another, both folded. Most texts are searched without being written out. */
export function finder(part: string): (text: string) => boolean {
  const wanted = foldText(part);
  const { like, odd } = signs ?? foldedSigns();
  const written = wanted
    .split('')
    .map((sign) => (sign === ' ' ? '\\s+' : `[${like.get(sign) ?? coded(sign.charCodeAt(0))}]`));
  const plain = new RegExp(written.join(''));
  // What is found as it stands is there; only an odd sign can hide a part.
  return (text) => plain.test(text) || (odd.test(text) && foldText(text).includes(wanted));
}
