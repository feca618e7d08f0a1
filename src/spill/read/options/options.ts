// The options argument: what is sent beside the positional arguments, what is passed through, and how to show the result.
// Later entries override a saved set; the same option typed twice is an error, because one of the two is a mistake.
import { operationOf, type OperationId, type Params } from '../../../operations';
import { hasFigures, isKnownColumn, readColumn, type Column } from './columns';
import { readGeneral, defaultView, type View } from './view';
import { InputFault, inQuotes } from '../../inputFault';
import { findOption, isGeneral, optionNamed } from './optionNames';
import { closingQuote, commas, split, unquote, semicolons } from '../values/optionText';
import { asText, listElements, readList, readScalar, type Scalar } from '../values/value';
import { sayInput } from '../../say';
import { joinedInCells } from '../../../languages/labels';
import { cellsOf, isFault, plain, type Plain } from '../values/argument';

// The four equal forms of options (text, range, JSON, @set) as one list of keys and values, in the order given.

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
    throw new InputFault(sayInput('notJson', { text: inQuotes(text) }));
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
    throw new InputFault(sayInput('noName', { value: inQuotes(String(given[0])) }));
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
    throw new InputFault(sayInput('optionsText', { value: String(value) }));
  }
  return rows.flatMap(entriesOfRow);
}

/** Finds a saved filter set by name. */
export interface Sets {
  (name: string): Params | undefined;
}

export interface Options {
  /** Read, not yet checked against the request's rules. */
  readonly params: Params;
  /** Passed through under their wire names. */
  readonly raw: Params;
  readonly view: View;
  readonly filterSets: readonly string[];
  /** Names given by hand, not by a saved set. */
  readonly byHand: ReadonlySet<string>;
}

type Typed = Extract<Entry, { kind: 'typed' }>;
type Valued = Typed | Extract<Entry, { kind: 'literal' }>;

const isRaw = (name: string): boolean => /^raw:/i.test(name);

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

function literalValues(name: string, value: unknown): readonly Scalar[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.every(isScalar)) return values;
  throw new InputFault(sayInput('scalarOnly', { name, value: inQuotes(JSON.stringify(value) ?? 'nothing') }));
}

/** The message for an option without a value. */
function empty(id: OperationId, name: string): InputFault {
  const parameter = operationOf(id).params[name];
  const values =
    parameter?.kind === 'choice' ? parameter.values : parameter?.kind === 'list' ? parameter.of : '';
  const some =
    typeof values === 'string' || values.length === 0
      ? ''
      : sayInput('valid', { values: joinedInCells('items', values.slice(0, 8)) });
  return new InputFault(joinedInCells('sentences', [sayInput('noValue', { name }), some]));
}

/** The cells beside the name of a single value; further cells may be the empty ones of a wider range. */
function filled(id: OperationId, name: string, { cells, values }: Typed): readonly Scalar[] {
  if (!cells) return values;
  const [first, ...more] = values;
  if (first === 0 && operationOf(id).rules.some((rule) => rule.kind === 'order' && rule.high === name)) {
    throw new InputFault(sayInput('zeroMaximum', { name }));
  }
  return first === undefined ? [] : [first, ...more.filter((value) => value !== 0)];
}

/** Text as it was typed, or empty; a list where the parameter is one, or where several cells are given. */
function passedThrough(id: OperationId, name: string, entry: Valued): unknown {
  if (entry.kind === 'literal') return entry.value;
  const { params } = operationOf(id);
  const isList = Object.hasOwn(params, name) && params[name]!.kind === 'list';
  const values = filled(id, name, entry).flatMap((value): Scalar[] =>
    typeof value !== 'string' ? [value] : isList ? listElements(value) : [unquote(value)],
  );
  return isList || values.length > 1 ? values : (values[0] ?? '');
}

function one(id: OperationId, name: string, entry: Valued): Scalar {
  const values = entry.kind === 'literal' ? literalValues(name, entry.value) : filled(id, name, entry);
  if (values.length > 1) throw new InputFault(sayInput('oneValue', { name, count: values.length }));
  const [value] = values;
  const read = typeof value === 'string' && entry.kind === 'typed' ? unquote(value) : value;
  if (read === undefined || read === '') throw empty(id, name);
  return read;
}

/** An empty cell of a range may arrive as 0, which only a list of numbers could mean. */
function several(id: OperationId, name: string, entry: Valued, numbers: boolean): readonly Scalar[] {
  if (entry.kind === 'literal') {
    return typeof entry.value === 'string' ? listElements(entry.value) : literalValues(name, entry.value);
  }
  const { cells, values } = entry;
  if (cells && numbers && values.at(-1) === 0) {
    throw new InputFault(sayInput('endsInZero', { name }));
  }
  const elements = values
    .filter((value) => !cells || numbers || value !== 0)
    .flatMap((value): Scalar[] => (typeof value === 'string' ? listElements(value) : [value]));
  if (elements.length === 0) throw empty(id, name);
  return elements;
}

/** Quotes around a whole condition are not its own; those inside it are. */
export const withoutQuotes = (text: string): string =>
  /^["']/.test(text) && closingQuote(text, 0) === text.length - 1 ? unquote(text) : text;

const partsOf = (text: string): string[] => split(text, commas).filter((part) => part !== '');

/** Text that is not an option: columns, as bare values. Beside options, only columns of the table are accepted. */
function looseColumns(id: OperationId, text: string, alone: boolean): Column[] {
  return partsOf(text).map((part) => {
    const known = isKnownColumn(id, part);
    const option = known ? undefined : findOption(id, part);
    if (option !== undefined) {
      throw new InputFault(sayInput('optionNotColumn', { option }));
    }
    if (!alone && !known && !/^["']/.test(part)) {
      throw new InputFault(sayInput('neither', { text: inQuotes(part) }));
    }
    return readColumn(id, part);
  });
}

/** A set may come from a stranger's workbook, so it carries filters: nothing that decides the price, the age or the form. */
export function checkFilterSet(id: OperationId, name: string, set: Params): void {
  const { params } = operationOf(id);
  const foreign = Object.keys(set).find((key) => {
    const option = findOption(id, key) ?? '';
    return isRaw(key) || !Object.hasOwn(params, option) || option === 'count' || option === 'timeout';
  });
  if (foreign !== undefined)
    throw new InputFault(sayInput('foreignSet', { set: inQuotes(name), key: inQuotes(foreign) }));
}

export function readOptions(id: OperationId, argument: unknown, sets: Sets): Options {
  const params = new Map<string, unknown>();
  const raw = new Map<string, unknown>();
  const byHand = new Set<string>();
  const filterSets: string[] = [];
  let view: Partial<View> = {};

  const mark = (name: string) => {
    if (byHand.has(name)) throw new InputFault(sayInput('twiceOptions', { name }));
    byHand.add(name);
  };

  const takeColumns = (entry: Valued) => {
    const texts = entry.kind === 'literal' ? literalValues('columns', entry.value) : entry.values;
    const parts = texts.flatMap((text) => partsOf(asText(text)));
    if (parts.length === 0) throw empty(id, 'columns');
    view = { ...view, columns: parts.map((part) => readColumn(id, part)) };
  };

  const takeWhere = (entry: Valued) => {
    const texts = entry.kind === 'literal' ? literalValues('where', entry.value) : entry.values;
    // An empty cell, which may arrive as 0, is no condition.
    const typed = texts.flatMap((text) => (text === 0 || text === '' ? [] : [withoutQuotes(asText(text))]));
    view = { ...view, where: [...(view.where ?? []), ...typed] };
  };

  const takeValue = (entry: Valued, hand: boolean) => {
    const passed = isRaw(entry.key) ? entry.key.slice(4).trim() : undefined;
    if (passed === '') throw new InputFault(sayInput('rawName'));
    const name = passed === undefined ? optionNamed(id, entry.key) : `raw:${passed}`;
    if (hand && name !== 'where') mark(name);
    if (passed !== undefined) {
      raw.set(passed, passedThrough(id, passed, entry));
    } else if (entry.kind === 'literal' && entry.value === null) {
      // In JSON, null means that no value is given.
    } else if (name === 'columns') {
      takeColumns(entry);
    } else if (name === 'where') {
      takeWhere(entry);
    } else if (isGeneral(name)) {
      view = { ...view, ...readGeneral(name, one(id, name, entry)) };
    } else {
      const parameter = operationOf(id).params[name]!;
      params.set(
        name,
        parameter.kind === 'list'
          ? readList(name, parameter, several(id, name, entry, parameter.of === 'integer'))
          : readScalar(name, parameter, one(id, name, entry)),
      );
    }
  };

  const takeSet = (name: string) => {
    const set = name === '' ? undefined : sets(name);
    if (!set) {
      throw new InputFault(sayInput('noSet', { name: inQuotes(name) }));
    }
    checkFilterSet(id, name, set);
    filterSets.push(name);
    for (const [key, value] of Object.entries(set)) {
      if (value !== undefined) takeValue({ kind: 'literal', key, value }, false);
    }
  };

  for (const entry of entriesOf(argument)) {
    if (entry.kind === 'set') takeSet(entry.name);
    else if (entry.kind === 'loose' && entry.text === 'changes')
      takeValue({ kind: 'literal', key: entry.text, value: true }, true);
    else if (entry.kind === 'loose') {
      mark('columns');
      view = { ...view, columns: looseColumns(id, entry.text, entry.alone), bare: true };
    } else takeValue(entry, true);
  }
  const columns = view.columns ?? [];
  if (hasFigures(columns) && columns.some(({ figure }) => figure === undefined))
    throw new InputFault(sayInput('mixes'));
  return {
    params: Object.fromEntries(params),
    raw: Object.fromEntries(raw),
    view: { ...defaultView, ...(view.bare && { headers: 'none' }), ...view },
    filterSets,
    byHand,
  };
}
