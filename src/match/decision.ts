// What a person decided about one of their own products: which offers of a source it is. Decisions are kept in the workbook and
// exchanged as CSV.
import type { Product, Ranked } from '.';
import { operationIds, operationOf, type OperationId } from '../operations';
import { foldText } from '../operations/check/foldText';

export interface AcceptedOffer {
  readonly id: string;
  readonly name: string;
}

export interface Decision {
  readonly operation: OperationId;
  /** The product as it stands in the sheet. */
  readonly item: string;
  /** Empty: none of the offers is the product. */
  readonly accepted: readonly AcceptedOffer[];
  /** The offers that were there to choose from: another one that fits is new. */
  readonly seen: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** However an item is typed: case, accents and spaces make no difference. */
export const itemKey = (item: string): string => foldText(item).trim();

export const decisionKey = ({ operation, item }: Pick<Decision, 'operation' | 'item'>): string =>
  `${operation} ${itemKey(item)}`;

/** From here on a candidate is worth a look, and a new one beside an accepted one. */
export const likely = 0.6;
const asGood = 0.75;

/** The candidates that were not there to choose from, and are worth a look. */
export const freshAmong = <Candidate extends Product & { readonly id: string }>(
  ranked: readonly Ranked<Candidate>[],
  { accepted, seen }: { readonly accepted: readonly unknown[]; readonly seen: readonly string[] },
): readonly Ranked<Candidate>[] =>
  ranked.filter(
    ({ candidate, certainty }) =>
      certainty >= (accepted.length > 0 ? asGood : likely) && !seen.includes(candidate.id),
  );

const isText = (value: unknown): value is string => typeof value === 'string';

/** Anyone can edit a workbook, so what is read from it is checked. */
export function isDecision(value: unknown): value is Decision {
  const { operation, item, accepted, seen, at } = (value ?? {}) as Partial<Decision>;
  return (
    isText(operation) &&
    (operationIds as readonly string[]).includes(operation) &&
    isText(item) &&
    itemKey(item) !== '' &&
    Array.isArray(accepted) &&
    accepted.every((each: unknown) => {
      const { id, name } = (each ?? {}) as Partial<AcceptedOffer>;
      return isText(id) && id !== '' && isText(name);
    }) &&
    Array.isArray(seen) &&
    seen.every(isText) &&
    Number.isFinite(at)
  );
}

const heading = ['source', 'item', 'product_id', 'product', 'decided_at'];

/** Text that Excel would take for a formula is marked as text, as Excel itself does. */
const safe = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const unsafe = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);
const quoted = (text: string): string => `"${safe(text).replaceAll('"', '""')}"`;

/** One row for each accepted offer; a row without a product means that none of them is it. */
export function writeCsv(decisions: readonly Decision[]): string {
  const rows = decisions.flatMap(({ operation, item, accepted, at }) =>
    (accepted.length > 0 ? accepted : [{ id: '', name: '' }]).map(({ id, name }) =>
      [operationOf(operation).function, item, id, name, new Date(at).toISOString()].map(quoted).join(','),
    ),
  );
  return `\uFEFF${[heading.join(','), ...rows].join('\r\n')}\r\n`;
}

/** The cells of a CSV text with whatever separator its first line has. */
function cellsOf(text: string): string[][] {
  const [first = ''] = text.split(/\r?\n/, 1);
  const separator = [';', '\t'].find((sign) => first.includes(sign)) ?? ',';
  const rows: string[][] = [[]];
  let cell = '';
  let inside = false;
  const end = () => {
    rows.at(-1)!.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (inside && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (sign === '"' && (inside || cell === '')) inside = !inside;
    else if (!inside && sign === separator) end();
    else if (!inside && sign === '\n') {
      end();
      rows.push([]);
    } else if (inside || sign !== '\r') cell += sign;
  }
  end();
  return rows.filter((row) => row.some((each) => each.trim() !== ''));
}

export interface ReadCsv {
  readonly decisions: readonly Decision[];
  /** Rows that are not understood, by their number in the file. */
  readonly wrong: readonly number[];
}

export function readCsv(text: string, now: number): ReadCsv {
  const [head = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''));
  const names = head.map((name) => name.trim().toLowerCase());
  const place = (name: string) => names.indexOf(name);
  const made = new Map<string, Decision>();
  const wrong: number[] = [];
  for (const [nth, row] of rows.entries()) {
    const cell = (name: string) => unsafe((row[place(name)] ?? '').trim());
    const operation = operationIds.find((id) => operationOf(id).function === cell('source').toUpperCase());
    const item = cell('item');
    if (operation === undefined || itemKey(item) === '') {
      wrong.push(nth + 2);
      continue;
    }
    const key = decisionKey({ operation, item });
    const before = made.get(key);
    const decided = Date.parse(cell('decided_at'));
    const id = cell('product_id');
    const offer = id === '' ? [] : [{ id, name: cell('product') }];
    made.set(key, {
      operation,
      item,
      accepted: [...(before?.accepted ?? []), ...offer],
      seen: [...(before?.seen ?? []), ...offer.map((each) => each.id)],
      at: Math.max(before?.at ?? 0, Number.isNaN(decided) ? now : decided),
    });
  }
  return { decisions: [...made.values()], wrong };
}

// The products that decisions are made about.

export interface OwnProduct extends Product {
  /** As it stands in the sheet. */
  readonly name: string;
}

/** More than a person decides about in one go. */
const mostItems = 10_000;

/** The names in the first column of a range, each once; the second column may hold the brand, the third the price. */
export function productsIn(values: readonly (readonly unknown[])[]): readonly OwnProduct[] {
  const found = new Map<string, OwnProduct>();
  for (const [name, brand, price] of values) {
    if (typeof name !== 'string' || itemKey(name) === '' || found.has(itemKey(name))) continue;
    found.set(itemKey(name), {
      name: name.trim(),
      ...(typeof brand === 'string' && brand.trim() !== '' && { brand: brand.trim() }),
      ...(typeof price === 'number' && { price }),
    });
    if (found.size >= mostItems) break;
  }
  return [...found.values()];
}
