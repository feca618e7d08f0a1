// The syntax of option text: parts between separators, and quotes ('…' or "…") around a part that holds one itself.
// A quote opens only at the start of a word and closes only at the end of one, so L'Oréal and 24" work as they are.
import { InputFault, inQuotes } from '../../inputFault';
import { sayInput } from '../../say';

/** What separates the values of a list, and what separates options, in the scripts people type them in. */
export const commas = ',，、،';
export const semicolons = ';；؛\n\r';

/** Where the quote that opens at `start` closes; a doubled quote is one quote. */
export function closingQuote(text: string, start: number): number {
  const mark = text[start];
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] !== mark) continue;
    if (text[index + 1] === mark) index++;
    else if (index + 1 === text.length || /[\s,，、،;；؛=)]/.test(text[index + 1]!)) return index;
  }
  return -1;
}

/** Where the JSON object that opens at `start` ends; the end of the text if it does not. */
function closingBrace(text: string, start: number): number {
  const token = /"(?:[^"\\]|\\.)*"|[{}]/gs;
  token.lastIndex = start;
  let depth = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (found[0] === '{') depth++;
    else if (found[0] === '}' && --depth === 0) return found.index;
  }
  return text.length - 1;
}

/** The parts between separators outside quotes, trimmed; with `json`, an object at the start of a part is kept whole. */
export function split(text: string, separators: string, json = false): string[] {
  const parts: string[] = [];
  let from = 0;
  let wordStart = true;
  const unclosed = new Set<string>();
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (separators.includes(character)) {
      parts.push(text.slice(from, index).trim());
      from = index + 1;
      wordStart = true;
    } else if (wordStart && (character === '"' || character === "'") && !unclosed.has(character)) {
      const end = closingQuote(text, index);
      if (end < 0) unclosed.add(character);
      else index = end;
      wordStart = false;
    } else if (json && character === '{' && text.slice(from, index).trim() === '') {
      index = closingBrace(text, index);
    } else {
      wordStart = /[\s,，、،=(<>]/.test(character);
    }
  }
  parts.push(text.slice(from).trim());
  return parts;
}

/** The part without the quotes around the whole of it. */
export function unquote(part: string): string {
  const mark = part[0];
  if (mark !== '"' && mark !== "'") return part;
  if (part.length > 1 && closingQuote(part, 0) === part.length - 1) {
    return part.slice(1, -1).replaceAll(mark + mark, mark);
  }
  if (mark === '"') throw new InputFault(sayInput('noQuote', { text: inQuotes(part) }));
  return part;
}

/** Names as people type them: case, spaces, hyphens and underscores do not matter. */
export const sameName = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
