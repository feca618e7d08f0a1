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

/** Latin, Greek and Cyrillic: each sign as the one it folds to; 0 where it folds to none or to several. */
const tableEnd = 0x530;
let table: Uint16Array | undefined;

function foldTable(): Uint16Array {
  const made = new Uint16Array(tableEnd);
  for (let code = 0; code < tableEnd; code++) {
    const folded = foldSlowly(String.fromCharCode(code));
    made[code] = folded.length === 1 ? folded.charCodeAt(0) : 0;
  }
  return (table = made);
}

/** Nothing to fold but case. */
const ascii = /^[!-~]*(?: [!-~]+)*$/;

export const foldText = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : foldSlowly(text).trim();

/** Whether a text contains another, both folded. Most texts are searched without being written out. */
export function finder(part: string): (text: string) => boolean {
  const wanted = foldText(part);
  const codes = Array.from(wanted, (letter) => letter.charCodeAt(0));
  const [first = 0] = codes;
  const fold = table ?? foldTable();
  // A space may stand for several.
  if (codes.length === 0 || wanted.includes(' ') || codes.length !== wanted.length)
    return (text) => foldText(text).includes(wanted);
  return (text) => {
    const last = text.length - codes.length;
    for (let start = 0; start < text.length; start++) {
      const code = text.charCodeAt(start);
      const folded = code < tableEnd ? fold[code]! : 0;
      if (folded === 0) return foldText(text).includes(wanted);
      if (folded !== first || start > last) continue;
      let place = 1;
      while (place < codes.length) {
        const next = text.charCodeAt(start + place);
        if (next >= tableEnd || fold[next] !== codes[place]) break;
        place++;
      }
      if (place === codes.length) return true;
    }
    return false;
  };
}
