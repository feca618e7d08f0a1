// The rows of the history and their keys. Times and values are kept in parts of 256 days that stand for themselves, so that a
// new observation rewrites little however long the history is.
import type { ItemKey } from './observation';
import type { Change, Json } from './series';

const partLength = 256 * 86_400_000;

/** Four digits, so that the parts sort by time. */
export const partOf = (at: number): string =>
  String(Math.min(9_999, Math.max(0, Math.floor(at / partLength)))).padStart(4, '0');

/** Half a character, which a text from outside may hold, cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

/** After every key that begins with the prefix: no key holds this sign. */
export const endOf = (prefix: string): string => `${prefix}\x7F`;

export const sizeKey = 's';

/** What was deleted, by the ID of the deletion. */
export const deletionPrefix = 'd|';
/** The rows that a deletion took away, under their own keys, until it can no longer be undone. */
export const trashPrefix = (deletion: string): string => `x|${deletion}|`;
/** Rows that are no part of what is kept do not count as such. */
export const isBesideTheHistory = (key: string): boolean =>
  key === sizeKey || key.startsWith(deletionPrefix) || key.startsWith('x|');

export const itemPrefix = (operation = '', id?: string): string =>
  operation === '' ? 'i|' : `i|${operation}|${id === undefined ? '' : `${encoded(id)}|`}`;

const base = ({ operation, id, comparable }: ItemKey): string =>
  `${operation}|${encoded(id)}|${encoded(comparable)}`;

export const headKey = (item: ItemKey): string => `i|${base(item)}`;
export const timesPrefix = (item: ItemKey): string => `t|${base(item)}|`;
export const timesKey = (item: ItemKey, at: number): string => timesPrefix(item) + partOf(at);
export const restPrefix = (item: ItemKey): string => `r|${base(item)}|`;
export const restKey = (item: ItemKey, at: number): string => restPrefix(item) + partOf(at);
export const fieldsPrefix = (item: ItemKey): string => `f|${base(item)}|`;
export const fieldPrefix = (item: ItemKey, field: string): string =>
  `${fieldsPrefix(item)}${encoded(field)}|`;
export const fieldKey = (item: ItemKey, field: string, at: number): string =>
  fieldPrefix(item, field) + partOf(at);

/** The key of a request begins with its operation and a brace. */
export const requestPrefix = (operation: string): string => `q|${encoded(`${operation}{`)}`;
export const requestRow = (request: string): string => `q|${encoded(request)}`;
export const requestOfKey = (key: string): string => decodeURIComponent(key.slice(2));
export const listPrefix = (request: string): string => `l|${encoded(request)}|`;
export const listKey = (request: string, at: number): string => listPrefix(request) + partOf(at);

export function itemOfKey(key: string): ItemKey {
  const [, operation = '', id = '', comparable = ''] = key.split('|');
  return {
    operation: operation as ItemKey['operation'],
    id: decodeURIComponent(id),
    comparable: decodeURIComponent(comparable),
  };
}

/** Times as differences: five digits less for each. */
export const packTimes = (times: readonly number[]): number[] =>
  times.map((at, index) => at - (times[index - 1] ?? 0));

export function unpackTimes(packed: readonly number[]): number[] {
  let at = 0;
  return packed.map((difference) => (at += difference));
}

/** Times and values in turn. */
export const packChanges = (changes: readonly Change[]): Json[] =>
  changes.flatMap(([at, value], index) => [at - (changes[index - 1]?.[0] ?? 0), value]);

export function unpackChanges(packed: readonly Json[]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  for (let index = 0; index + 1 < packed.length; index += 2)
    changes.push([(at += Number(packed[index])), packed[index + 1]!]);
  return changes;
}
