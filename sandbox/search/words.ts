// Splits text into searchable words: lower case, no accents, English, Dutch and Russian endings removed.

const stopWords = new Set(
  'a an and at de den der des die do du en for het een in is la le met near of on the to van voor with и в на с для от'.split(
    ' ',
  ),
);

const latinEndings = /(?:ings?|ers?|ies|es|en|s|e)$/;
const russianEndings =
  /(?:ами|ями|ого|его|ой|ый|ий|ая|яя|ое|ее|ые|ие|ов|ев|ей|ам|ям|ах|ях|ы|и|а|я|у|ю|е|о|ь|й)$/;

export const plain = (text: string): string =>
  text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').replaceAll('ё', 'е');

/** Every word, and a number joined with the unit after it: "1 TB" is found as "1tb" too. */
export function wordsOf(text: string): string[] {
  const words = plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const joined = words.flatMap((word, i) => {
    const next = words[i + 1];
    return next !== undefined && /^\d+$/.test(word) && /^\p{L}{1,4}$/u.test(next) ? [word + next] : [];
  });
  const parts = words.flatMap((word) => {
    const unit = /^(\d+)(\p{L}{1,4})$/u.exec(word);
    return unit ? [unit[1] as string, unit[2] as string] : [];
  });
  return [...words, ...joined, ...parts];
}

/** The significant words of a query. */
export function queryWords(text: string): string[] {
  const words = plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const meaning = words.filter((word) => !stopWords.has(word));
  return meaning.length > 0 ? meaning : words;
}

export function stem(word: string): string {
  if (word.length < 5 || /\d/.test(word)) return word;
  const bare = word.replace(/[а-я]$/.test(word) ? russianEndings : latinEndings, '');
  return bare.length >= 3 ? bare : word;
}
