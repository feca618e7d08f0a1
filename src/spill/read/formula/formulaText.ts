// Reads a formula's text back: the call it is, and its arguments as they were typed.
import { functionNames } from '../../../operations/functionNames';

export interface FormulaCall {
  /** Without a build's namespace. */
  readonly function: string;
  readonly args: string[];
}

const opens = '({[';
const closes = ')}]';

/** Where the text or sheet name that opens at `start` ends; a doubled quote is one quote. */
function endOfQuote(text: string, start: number): number {
  const mark = text[start]!;
  let end = text.indexOf(mark, start + 1);
  while (end >= 0 && text[end + 1] === mark) end = text.indexOf(mark, end + 2);
  return end;
}

/** Steps over quotes and nesting; calls back with each character of the outermost level. */
function walk(text: string, visit: (character: string, index: number) => boolean): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    const inTable =
      depth > 0 && character === "'" && text.lastIndexOf('[', index) > text.lastIndexOf(']', index);
    if (inTable) {
      index++;
    } else if (character === '"' || character === "'") {
      index = endOfQuote(text, index);
      if (index < 0) return false;
    } else if (opens.includes(character)) {
      if (depth++ === 0 && !visit(character, index)) return true;
    } else if (closes.includes(character)) {
      if (--depth < 0) return false;
      if (depth === 0 && !visit(character, index)) return true;
    } else if (depth === 0 && !visit(character, index)) {
      return true;
    }
  }
  return depth === 0;
}

function splitArguments(text: string): string[] | undefined {
  const commas: number[] = [];
  const semicolons: number[] = [];
  const whole = walk(text, (character, index) => {
    if (character === ',') commas.push(index);
    if (character === ';') semicolons.push(index);
    return true;
  });
  if (!whole) return undefined;
  // If the list separator is a semicolon, a comma is a decimal point.
  const ends = semicolons.length ? semicolons : commas;
  const starts = [0, ...ends.map((end) => end + 1)];
  return starts.map((start, index) => text.slice(start, ends[index]).trim());
}

function withoutNamespace(name: string): string {
  const upper = name.toUpperCase();
  return functionNames.find((each) => upper === each || upper.endsWith(`.${each}`)) ?? upper;
}

/** The call the whole formula consists of; undefined if it is anything else. */
export function readFormulaText(text: string): FormulaCall | undefined {
  const head = /^\s*=?\s*[@+]?\s*([\p{L}_][\p{L}\p{N}_.]*)\s*\(/u.exec(text);
  if (!head) return undefined;
  const open = head[0].length - 1;
  const body = text.slice(open);
  let close = -1;
  walk(body, (character, index) => {
    if (character === ')') close = index;
    return character !== ')';
  });
  if (close < 0 || body.slice(close + 1).trim() !== '') return undefined;
  const inside = body.slice(1, close);
  const args = inside.trim() === '' ? [] : splitArguments(inside);
  return args && { function: withoutNamespace(head[1]!), args };
}

/** The text of an argument that is a string literal, or several joined with &. */
export function readLiteral(argument: string): string | undefined {
  const piece = /\s*"((?:[^"]|"")*)"\s*(&|$)/y;
  let text = '';
  for (let at = 0; ; at = piece.lastIndex) {
    piece.lastIndex = at;
    const found = piece.exec(argument);
    if (!found) return undefined;
    text += found[1]!.replaceAll('""', '"');
    if (found[2] === '') return text;
  }
}
