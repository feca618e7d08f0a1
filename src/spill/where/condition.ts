// The language of `where`: comparisons of fields with values, joined by and, or, not and brackets. Text becomes a condition and is
// written back from it. What could be read in two ways is refused before anything is sent.
import type { OperationId } from '../../operations';
import { InputFault, inQuotes } from '../inputFault';
import { isKnownColumn, readColumn } from '../read/options/columns';
import { commas, semicolons } from '../read/values/optionText';
import { sayWhere } from './say';

export const signs = ['=', '<>', '<', '<=', '>', '>=', 'has', 'in', 'empty'] as const;
export type Sign = (typeof signs)[number];

/** One comparison. `has`: contains the text; `in`: equals one of the values; `empty` has no value. */
export interface FieldTest {
  readonly kind: 'test';
  /** Steps into the record, joined by dots, as the table spells them. */
  readonly path: string;
  /** Named in quotes: a field of exactly this name. */
  readonly exact?: true;
  readonly sign: Sign;
  readonly values: readonly string[];
}

export type Condition =
  | FieldTest
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] };

const spelled: Readonly<Record<string, Sign>> = {
  '=': '=',
  '==': '=',
  '<>': '<>',
  '!=': '<>',
  '≠': '<>',
  '<': '<',
  '<=': '<=',
  '≤': '<=',
  '>': '>',
  '>=': '>=',
  '≥': '>=',
  has: 'has',
  contains: 'has',
  in: 'in',
};

const operator =
  /(?<sign><>|!=|==|<=|>=|[=<>≠≤≥])|(?<=^|[\s)"'])(?:(?<not>not)\s+)?(?<word>has|contains|in)(?=[\s("']|$)|(?<=^|[\s)"'])is\s+(?<full>not\s+)?empty(?=[\s)]|$)/giu;

/** More than anyone types; a bound on how deep brackets go. */
const longest = 4_000;
const deepest = 50;

/** Where a quoted text that opens at `start` ends, and the text in it; a doubled quotation mark is one. */
function quotedAt(text: string, start: number): { readonly end: number; readonly says: string } | undefined {
  const mark = text[start]!;
  let says = '';
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] !== mark) says += text[index]!;
    else if (text[index + 1] === mark) says += text[index++]!;
    else if (/[\s,，、،)=<>!≠≤≥]/.test(text[index + 1] ?? ' ')) return { end: index + 1, says };
    else says += mark;
  }
  return undefined;
}

const isMark = (character: string | undefined): boolean => character === '"' || character === "'";

class Reader {
  private at = 0;

  constructor(
    private readonly id: OperationId,
    private readonly text: string,
  ) {}

  read(): Condition {
    const whole = this.any(0);
    if (this.at < this.text.length) throw this.fault(sayWhere('leftOver', { text: inQuotes(this.rest()) }));
    return whole;
  }

  private rest = (): string => this.text.slice(this.at).trim();

  private fault = (says: string): InputFault => new InputFault(`where: ${says} ${sayWhere('example')}`);

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  /** Takes a word, in any case, where it stands alone. */
  private word(word: string): boolean {
    this.space();
    const next = this.text.slice(this.at, this.at + word.length);
    if (next.toLowerCase() !== word || !/[\s(]/.test(this.text[this.at + word.length] ?? '')) return false;
    this.at += word.length;
    return true;
  }

  private joined(kind: 'and' | 'or', part: () => Condition): Condition {
    const parts = [part()];
    while (this.word(kind)) parts.push(part());
    return parts.length === 1 ? parts[0]! : { kind, parts };
  }

  private any(depth: number): Condition {
    if (depth > deepest) throw this.fault(sayWhere('brackets'));
    const found = this.joined('or', () => this.joined('and', () => this.one(depth)));
    this.space();
    return found;
  }

  private one(depth: number): Condition {
    if (this.word('not')) {
      if (depth > deepest) throw this.fault(sayWhere('brackets'));
      return { kind: 'not', part: this.one(depth + 1) };
    }
    this.space();
    if (this.text[this.at] !== '(') return this.comparison();
    this.at++;
    const inside = this.any(depth + 1);
    if (this.text[this.at] !== ')') throw this.fault(sayWhere('closing'));
    this.at++;
    return inside;
  }

  /** The name before an operator. Of several operators, the first that follows the name of a column. */
  private comparison(): Condition {
    const from = this.at;
    if (from === this.text.length) throw this.fault(sayWhere('noComparison'));
    const quoted = isMark(this.text[from]) ? quotedAt(this.text, from) : undefined;
    const stop = quoted ? this.text.length : this.wordAfter(from);
    const found: RegExpExecArray[] = [];
    operator.lastIndex = quoted?.end ?? from;
    for (let next = operator.exec(this.text); next; next = operator.exec(this.text)) {
      if (next.index >= stop) break;
      if (next.index > from) found.push(next);
      if (quoted) break;
    }
    const nameBefore = ({ index }: RegExpExecArray) => this.text.slice(from, index).trim();
    const chosen = found.find((each) => isKnownColumn(this.id, nameBefore(each))) ?? found[0];
    if (!chosen || nameBefore(chosen) === '')
      throw this.fault(sayWhere('notComparison', { text: inQuotes(this.text.slice(from).trim()) }));
    const { path, exact, figure } = readColumn(this.id, nameBefore(chosen));
    if (figure !== undefined || path === '*')
      throw this.fault(sayWhere('notField', { text: inQuotes(nameBefore(chosen)) }));
    this.at = chosen.index + chosen[0].length;
    const { sign, not, word, full } = chosen.groups!;
    const name = { kind: 'test', path, ...(exact && { exact }) } as const;
    const typed = (sign ?? word)?.toLowerCase();
    const negated = (test: Condition, isNot: string | undefined): Condition =>
      isNot === undefined ? test : { kind: 'not', part: test };
    if (typed === undefined) return negated({ ...name, sign: 'empty', values: [] }, full);
    const means = spelled[typed]!;
    const values = means === 'in' ? this.list() : [this.value(false)];
    if (values.includes(''))
      throw this.fault(sayWhere('noValue', { text: inQuotes(this.text.slice(from, this.at).trim()) }));
    return negated({ ...name, sign: means, values }, not);
  }

  /** Where the next `and` or `or` stands outside quotes: what follows belongs to another comparison. */
  private wordAfter(from: number): number {
    for (let index = from; index < this.text.length; index++) {
      const isStart = index === from || /[\s,(=<>]/.test(this.text[index - 1]!);
      if (isStart && isMark(this.text[index])) index = (quotedAt(this.text, index)?.end ?? index + 1) - 1;
      else if (/^\s(?:and|or)[\s(]/i.test(this.text.slice(index, index + 5))) return index;
    }
    return this.text.length;
  }

  private list(): string[] {
    this.space();
    const bracket = this.text[this.at] === '(';
    if (bracket) this.at++;
    const values: string[] = [];
    do {
      values.push(this.value(true));
      this.space();
    } while (commas.includes(this.text[this.at] ?? '-') && this.at++ < this.text.length);
    if (bracket && this.text[this.at++] !== ')') throw this.fault(sayWhere('closing'));
    return values;
  }

  /** Text in quotes, or everything up to `and`, `or`, a closing bracket and, in a list, a comma. */
  private value(listed: boolean): string {
    this.space();
    const quoted = isMark(this.text[this.at]) ? quotedAt(this.text, this.at) : undefined;
    if (quoted) {
      this.at = quoted.end;
      return quoted.says;
    }
    const from = this.at;
    let open = 0;
    for (; this.at < this.text.length; this.at++) {
      const character = this.text[this.at]!;
      if (character === '(') open++;
      else if (character === ')' && open-- === 0) break;
      else if (listed && open === 0 && commas.includes(character)) break;
      else if (/^\s(?:and|or)[\s(]/i.test(this.text.slice(this.at, this.at + 5))) break;
    }
    return this.text.slice(from, this.at).trim();
  }
}

/** One text of conditions. Throws InputFault. */
export function readCondition(id: OperationId, text: string): Condition {
  const typed = text.replace(/^\s*where(?:\s+|\s*=\s*)/i, '').trim();
  if (typed.length > longest) throw new InputFault(sayWhere('tooLong', { most: longest }));
  if (typed === '') throw new InputFault(`${sayWhere('noValue', { text: 'where' })} ${sayWhere('example')}`);
  return new Reader(id, typed).read();
}

/** Several `where` options: all of them must be met. */
export function readConditions(id: OperationId, texts: readonly string[]): Condition | undefined {
  const parts = texts.map((text) => readCondition(id, text));
  return parts.length > 1 ? { kind: 'and', parts } : parts[0];
}

/** Every comparison in a condition. */
export const comparisonsIn = (condition: Condition): readonly FieldTest[] =>
  condition.kind === 'test'
    ? [condition]
    : (condition.kind === 'not' ? [condition.part] : condition.parts).flatMap(comparisonsIn);

/** Text that stands as it is: nothing in it separates, joins or ends. */
const isPlainText = (text: string): boolean =>
  text !== '' &&
  text === text.trim() &&
  !/["'()]/.test(text) &&
  !/(?:^|\s)(?:and|or)(?:\s|$)/i.test(text) &&
  ![...commas, ...semicolons].some((separator) => text.includes(separator));

export function quoteValue(text: string): string {
  if (isPlainText(text)) return text;
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  return mark + text.replaceAll(mark, mark + mark) + mark;
}

const isWord = (sign: Sign): boolean => sign === 'has' || sign === 'in';

export function writeComparison({ path, exact, sign, values }: FieldTest): string {
  const mark = path.includes("'") && !path.includes('"') ? '"' : "'";
  const name = exact ? mark + path.replaceAll(mark, mark + mark) + mark : path;
  if (sign === 'empty') return `${name} is empty`;
  const list = values.map(quoteValue).join(',');
  // A quotation mark opens only after a space.
  return isWord(sign) || list !== values[0] ? `${name} ${sign} ${list}` : `${name}${sign}${list}`;
}

/** As a person would type it; reading it gives the same condition. */
export function writeCondition(condition: Condition): string {
  if (condition.kind === 'test') return writeComparison(condition);
  const inside = (part: Condition): string =>
    part.kind === 'test' || (part.kind === 'not' && condition.kind !== 'not')
      ? writeCondition(part)
      : `(${writeCondition(part)})`;
  return condition.kind === 'not'
    ? `not ${inside(condition.part)}`
    : condition.parts.map(inside).join(` ${condition.kind} `);
}
