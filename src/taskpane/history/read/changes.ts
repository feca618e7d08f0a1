// What changed since a time: each item with the field that changed most, the biggest change first, by source. Reads the history
// and nothing else, so it costs nothing.
import { isSameOffer, offerName, rated } from '../../../history/line';
import type { ItemKey } from '../../../history/observation';
import { isSame, seenAt, valueAt, type Json, type Series } from '../../../history/series';
import type { HistoryReader, Item } from '../../../history/store';
import { operationIds, type OperationId } from '../../../operations';
import { currencyOf, historyOf, offerPathOf, type CurrencyPlace } from '../../../operations/histories';

interface FieldChange {
  readonly field: string;
  readonly before: Json;
  /** When the value before was seen: it may be much older than the time that is asked for. */
  readonly beforeAt: number;
  readonly after: Json;
  /** The change as a share of the value before; undefined where that was 0, or they are not both numbers of one currency. */
  readonly share: number | undefined;
  /** The two are of different offers, such as of two rooms. */
  readonly isOtherOffer?: true;
  /** The currencies that the two came in, where they are amounts. */
  readonly currencies?: readonly [before: string | undefined, after: string | undefined];
}

export interface ItemChange extends FieldChange {
  readonly item: Item;
  /** Fields that changed less. */
  readonly others: readonly FieldChange[];
}

export interface SourceChanges {
  readonly operation: OperationId;
  /** The biggest first. */
  readonly changed: readonly ItemChange[];
  /** Items seen for the first time. */
  readonly fresh: number;
  readonly unchanged: number;
}

export interface ChangesQuestion {
  readonly items: readonly Item[];
  readonly series: HistoryReader['series'];
  /** Undefined: since an item was first seen. */
  readonly since: number | undefined;
  /** Whether only the main field of each source is looked at. */
  readonly mainOnly: boolean;
}

function shareOf(before: Json, after: Json): number | undefined {
  if (typeof before !== 'number' || typeof after !== 'number' || before === 0) return undefined;
  return (after - before) / Math.abs(before);
}

/** Where the currency of a field stands, and what was seen there; and which of several offers it was of. */
interface Money {
  readonly place: CurrencyPlace;
  readonly codes: Series | undefined;
  readonly offers?: Series | undefined;
}

function codeAt({ place, codes }: Money, at: number): string | undefined {
  const code = codes && valueAt(codes, at);
  return typeof code === 'string' && code !== '' ? code.toUpperCase() : place.code;
}

/** Undefined where nothing changed, or the item was not known at that time. The same number in another currency is a change. */
export function changeSince(
  field: string,
  series: Series,
  since: number | undefined,
  money?: Money,
): FieldChange | undefined {
  const [first] = series.times;
  const last = series.times.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const before = valueAt(series, since ?? first);
  const after = valueAt(series, last);
  if (before === undefined || after === undefined) return undefined;
  const currencies = money && ([codeAt(money, since ?? first), codeAt(money, last)] as const);
  const isOther = currencies !== undefined && currencies[0] !== currencies[1];
  const isKnown = before !== null && !currencies?.includes(undefined);
  if (isSame(before, after) && !(isOther && isKnown)) return undefined;
  const [was, is] = [since ?? first, last].map((at) => ({
    offer: offerName(money?.offers && valueAt(money.offers, at)),
  })) as [{ offer: string | undefined }, { offer: string | undefined }];
  const isOtherOffer = !isSameOffer(was, is);
  // Amounts of two currencies, or of two rooms, have no share.
  const share = isOther || isOtherOffer ? undefined : shareOf(before, after);
  return {
    field,
    before,
    beforeAt: seenAt(series, since ?? first) ?? first,
    after,
    share,
    ...(currencies && { currencies }),
    ...(isOtherOffer && { isOtherOffer }),
  };
}

/** Numbers by their share, everything else after them. A change from 0, which has none, stands among the doublings. */
const sizeOf = ({ share, before }: FieldChange): number =>
  share === undefined ? (before === 0 ? 1 : -1) : Math.abs(share);

const biggestFirst = (a: FieldChange, b: FieldChange): number => sizeOf(b) - sizeOf(a);

async function moneyOf(
  item: Item,
  field: string,
  series: ChangesQuestion['series'],
): Promise<Money | undefined> {
  const place = currencyOf(item.operation, field);
  const beside = (path: string | undefined) => (path === undefined ? undefined : series(item, path));
  return (
    place && {
      place,
      codes: await beside(place.path),
      offers: await beside(offerPathOf(item.operation, field)),
    }
  );
}

async function itemChange(
  item: Item,
  { series, since, mainOnly }: ChangesQuestion,
): Promise<ItemChange | undefined> {
  const { followed } = historyOf(item.operation);
  const found: FieldChange[] = [];
  for (const field of mainOnly ? followed.slice(0, 1) : followed) {
    const money = await moneyOf(item, field, series);
    const seen = rated(item.operation, field, await series(item, field));
    const change = changeSince(field, seen, since, money);
    if (change) found.push(change);
  }
  const [biggest, ...others] = found.sort(biggestFirst);
  return biggest && { item, ...biggest, others };
}

const byLabel = (a: ItemChange, b: ItemChange) => a.item.label.localeCompare(b.item.label);

export async function changesSince(question: ChangesQuestion): Promise<SourceChanges[]> {
  const { items, since } = question;
  const seen = items.filter(({ last }) => since === undefined || last > since);
  const isFresh = ({ first, last }: Item) => (since === undefined ? first === last : first > since);
  const known = seen.filter((item) => !isFresh(item));
  const changes = (await inPool(known, (item) => itemChange(item, question))).filter(
    (change) => change !== undefined,
  );
  const sources = operationIds.flatMap((operation): SourceChanges[] => {
    const isOf = (item: ItemKey) => item.operation === operation;
    const all = seen.filter(isOf).length;
    const fresh = seen.filter((item) => isOf(item) && isFresh(item)).length;
    const changed = changes
      .filter(({ item }) => isOf(item))
      .sort((a, b) => biggestFirst(a, b) || byLabel(a, b));
    return all === 0 ? [] : [{ operation, changed, fresh, unchanged: all - fresh - changed.length }];
  });
  const biggest = ({ changed: [first] }: SourceChanges) => (first ? sizeOf(first) : -2);
  return sources.sort((a, b) => biggest(b) - biggest(a));
}

const atOnce = 8;

/** Many reads, a few at a time: neither the browser's database nor the gateway is asked thousands of questions at once. */
export async function inPool<T, Result>(
  all: readonly T[],
  work: (one: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const run = async () => {
    while (next < all.length) {
      const index = next;
      next += 1;
      results[index] = await work(all[index]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, run));
  return results;
}
