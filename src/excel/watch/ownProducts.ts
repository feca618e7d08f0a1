// One's own products as a workbook has them, for alerts of watches: prices in a range that a person pointed at, and what was decided in
// Match. The workbook remembers which watches it has products for, so that no other workbook tells the gateway about them.
import type { WireNames } from '../../operations/wireNames';
import { wireNameOf } from '../../operations/wireNames';
import { operationOf } from '../../operations';
import type { WatchedProduct } from '../../protocol/watches';
import { decisionKey, itemKey } from '../../match/decision';
import { keyedList, type KeyedList } from '../document/keyedList';
import { documentLists } from '../document/theDocument';
import type { Matches } from '../runtime';
import type { WatchedRequest } from '../../protocol/watches';
import type { CellValue, Workbook } from '../workbook/workbook';

export interface OwnList {
  readonly watch: string;
  /** Names in its first column, prices in its last; none where only matches are compared with. */
  readonly prices?: string;
  /** The name of these cells, by which they are found after they were moved; none where Excel took none. */
  readonly name?: string;
}

/** A name of the workbook for the prices of a watch. */
export const priceName = (watch: string): string => `Spillway_prices_${watch.replace(/[^A-Za-z0-9]/g, '_')}`;

/** Where the prices are now: `lost` where their cells were deleted. */
export async function placeOf(
  { prices, name }: OwnList,
  workbook: Pick<Workbook, 'followed'>,
): Promise<{ readonly address?: string; readonly isLost: boolean }> {
  if (prices === undefined) return { isLost: false };
  if (name === undefined) return { address: prices, isLost: false };
  const address = await workbook.followed(name);
  return address === undefined ? { isLost: true } : { address, isLost: false };
}

const isOwnList = (value: unknown): value is OwnList => {
  const { watch, prices, name } = (value ?? {}) as Record<string, unknown>;
  const isText = (given: unknown) => given === undefined || typeof given === 'string';
  return typeof watch === 'string' && isText(prices) && isText(name);
};

let list: KeyedList<OwnList> | undefined;

export async function ownLists(): Promise<KeyedList<OwnList>> {
  const lists = documentLists();
  list ??= keyedList(lists, {
    name: 'ownLists',
    isEntry: isOwnList,
    nameOf: ({ watch }) => watch,
    before: [],
  });
  await lists.opened();
  return list;
}

type OwnItem = Pick<WatchedProduct, 'operation' | 'item'>;

/** What a request asks for; none where that is no text, or too long to be a product. */
export function itemOf({ operation, body }: WatchedRequest, wireNames?: WireNames): OwnItem | undefined {
  const { lookup, params } = operationOf(operation);
  const given = body[wireNameOf(lookup, params[lookup] ?? {}, wireNames)];
  const item = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
  return itemKey(item) === '' || item.length > 500 ? undefined : { operation, item };
}

export const itemsOf = (requests: readonly WatchedRequest[], wireNames?: WireNames): readonly OwnItem[] => {
  const items = requests.flatMap((request) => itemOf(request, wireNames) ?? []);
  return [...new Map(items.map((one) => [decisionKey(one), one])).values()];
};

/** By the key of a product; undefined where the cell has no amount above 0. */
export type OwnPrices = ReadonlyMap<string, number | undefined>;

/** Names in the first column, prices in the last. A single price is that of a single product. */
export function pricesIn(
  values: readonly (readonly CellValue[])[],
  items: readonly OwnItem[],
): OwnPrices | undefined {
  const amount = (value: unknown) =>
    typeof value === 'number' && value > 0 && value <= 1e12 ? value : undefined;
  const [only] = items;
  if (values.length === 1 && values[0]?.length === 1 && items.length === 1 && only)
    return new Map([[itemKey(only.item), amount(values[0][0])]]);
  if ((values[0]?.length ?? 0) < 2) return undefined;
  const found = new Map<string, number | undefined>();
  for (const row of values) {
    const name = itemKey(String(row[0] ?? ''));
    if (name !== '' && !found.has(name)) found.set(name, amount(row.at(-1)));
  }
  return found;
}

/** `prices`: undefined where they cannot be read, and are what they were. */
export const ownProducts = (
  items: readonly (OwnItem & Pick<WatchedProduct, 'price'>)[],
  prices: OwnPrices | undefined,
  matches: Pick<Matches, 'of'>,
): readonly WatchedProduct[] =>
  items.map(({ operation, item, price: before }) => {
    const price = prices ? prices.get(itemKey(item)) : before;
    const decision = matches.of(operation, item);
    const short = (ids: readonly string[], most: number) =>
      ids.filter((id) => id !== '' && id.length <= 500).slice(0, most);
    return {
      operation,
      item,
      ...(price !== undefined && { price }),
      ...(decision && {
        accepted: short(
          decision.accepted.map(({ id }) => id),
          50,
        ),
        seen: short(decision.seen, 200),
      }),
    };
  });
