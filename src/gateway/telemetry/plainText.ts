// Names, subjects and ids come from outside and go to logs and terminals. What could break a line, move a cursor or turn the
// reading direction is written as its code, so that two different texts never look the same.

// Controls, format characters (bidi, zero width), line and paragraph separators, lone surrogates, private use.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

export const plainText = (text: string): string =>
  text.replace(unsafe, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
