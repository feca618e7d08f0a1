// Digits of any script as 0 to 9: ٢٠ and ２０ are 20. Unicode assigns the ten digits of a script in one run.

const isDigit = /\p{Nd}/u;
const foreign = /(?![0-9])\p{Nd}/gu;

function digitOf(character: string): string {
  const code = character.codePointAt(0)!;
  let first = code;
  while (isDigit.test(String.fromCodePoint(first - 1))) first--;
  // Some runs hold several sets of ten, one after the other.
  return String((code - first) % 10);
}

export const westernDigits = (text: string): string => text.replace(foreign, digitOf);
