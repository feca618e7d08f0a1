// The four equal forms of options (text, range, JSON, @set) as one list of keys and values, in the order given.
import { cellsOf, isFault, plain, type Plain } from '../values/argument';
import { InputFault } from '../../inputFault';
import { semicolons, split, unquote } from '../values/optionText';
import { inQuotes } from '../../shorten';
import type { Scalar } from '../values/value';
import { say } from '../../say';

export type Entry =
  | { readonly kind: 'set'; readonly name: string }
  /** A part that is neither key=value nor @name. */
  | { readonly kind: 'loose'; readonly text: string; readonly alone: boolean }
  /** Typed text, or the cells beside a key: text in it may be quoted and may hold a list. */
  | {
      readonly kind: 'typed';
      readonly key: string;
      readonly values: readonly Scalar[];
      readonly cells: boolean;
    }
  /** From JSON or a saved set: taken literally. */
  | { readonly kind: 'literal'; readonly key: string; readonly value: unknown };

/** JSON.parse silently keeps the last of two equal keys, so the keys are read from the text. */
function topKeys(json: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/gs)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth === 1 && token.endsWith(':')) keys.push(JSON.parse(token.slice(0, -1)) as string);
  }
  return keys;
}

function fromJson(text: string): Entry[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new InputFault(say('notJson', { text: inQuotes(text) }));
  }
  return topKeys(text).map((key) => ({
    kind: 'literal',
    key,
    value: (parsed as Readonly<Record<string, unknown>>)[key],
  }));
}

/** Where the key ends: the first `=` outside quotes. */
function equalsIn(part: string): number {
  const [before = ''] = split(part, '=');
  const index = part.indexOf('=', before.length);
  return before === part ? -1 : index;
}

const field = String.raw`(?:[\p{L}\p{N}_.@]+|"[^"]+"|'[^']+')`;
const worded = new RegExp(
  String.raw`^(?:not\s+|\(\s*)*${field}\s+(?:not\s+)?(?:has|contains|in|is\s+(?:not\s+)?empty)(?:[\s("']|$)`,
  'iu',
);

/** `price>50000` and `name has 128` in a range of conditions need no `where=`. */
function isCondition(part: string): boolean {
  if (/^[@{]/.test(part) || /^(?:where|raw:[^=]*)\s*=/i.test(part)) return false;
  const equals = equalsIn(part);
  const before = equals < 0 ? part : part.slice(0, equals);
  return worded.test(part) || (/[<>≠≤≥]|!$/.test(before) && !/\sas\s/i.test(before));
}

function entriesOfText(text: string, inRange = false): Entry[] {
  const parts = split(text, semicolons, true).filter((part) => part !== '');
  const loose = (part: string) => !part.startsWith('@') && !part.startsWith('{') && equalsIn(part) < 0;
  const alone = parts.every(loose);
  return parts.flatMap((part): Entry[] => {
    if (part.startsWith('{')) return fromJson(part);
    if (part.startsWith('@')) return [{ kind: 'set', name: unquote(part.slice(1).trim()) }];
    if (inRange && isCondition(part)) return [{ kind: 'typed', key: 'where', values: [part], cells: false }];
    if (loose(part)) return [{ kind: 'loose', text: part, alone }];
    const equals = equalsIn(part);
    const value = part.slice(equals + 1).trim();
    return [
      { kind: 'typed', key: part.slice(0, equals).trim(), values: value === '' ? [] : [value], cells: false },
    ];
  });
}

const content = (value: unknown): Exclude<Plain, { fault: unknown }> => {
  const cell = plain(value);
  if (isFault(cell)) throw new InputFault(cell.message, cell.fault);
  return cell;
};

function entriesOfRow(row: readonly unknown[]): Entry[] {
  const [key, ...values] = row.map(content);
  const given = values.filter((value) => value !== undefined);
  // An empty cell beside an empty key may arrive as 0.
  if (key === undefined || key === 0) {
    if (given.every((value) => value === 0)) return [];
    throw new InputFault(say('noName', { value: inQuotes(String(given[0])) }));
  }
  const name = String(key);
  if (row.length === 1 || name.startsWith('@')) return entriesOfText(name, true);
  // `price>` in the first column and 50000 in the second.
  if (/(?:[<>≠≤≥][=>]?|!=|\s(?:has|contains|in))$/i.test(name))
    return given.length === 0
      ? []
      : [{ kind: 'typed', key: 'where', values: [`${name} ${given.map(String).join(',')}`], cells: false }];
  return [{ kind: 'typed', key: name, values: given, cells: true }];
}

/** An options argument in any of its forms; nothing where it is omitted or an empty cell. */
export function entriesOf(argument: unknown): Entry[] {
  const rows = cellsOf(argument);
  if (rows.length === 1 && rows[0]!.length <= 1) {
    const value = content(rows[0]![0]);
    if (value === undefined || value === 0) return [];
    if (typeof value === 'string') return entriesOfText(value);
    throw new InputFault(say('optionsText', { value: String(value) }));
  }
  return rows.flatMap(entriesOfRow);
}
