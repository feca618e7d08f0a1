// What a watch alerts about, while its form is open: conditions, addresses, and where one's own prices are in the sheet. Which alerts
// can be set depends on what the cells ask for. The next watch begins without any.
import { useCallback, useEffect, useState } from 'react';
import type { NewWatch, ShownWatch, WatchedRequest } from '../../protocol/watches';
import { itemsOf, ownLists, ownProducts, placeOf, priceName, pricesIn } from '../../excel/watch/ownProducts';
import type { Workbook } from '../../excel/workbook/workbook';
import { number, t } from '../../languages/t';
import { itemKey } from '../../match/decision';
import type { OperationId } from '../../operations';
import { InputFault } from '../../spill/inputFault';
import { addressDraftOf } from '../controls/addressFields';
import { useCounter, usePane, useReading } from '../shell/usePane';
import { plural } from '../text/words';
import { conditionOf, draftOfCondition, emptyCondition, isOwn, type ConditionDraft } from './conditionText';

const operationsOf = (requests: readonly WatchedRequest[]): readonly OperationId[] => [
  ...new Set(requests.map(({ operation }) => operation)),
];

/** A cell shows only what was accepted in Match. */
const isMatchedOnly = ({ views = [] }: WatchedRequest): boolean => views.some(({ matched }) => matched);

/** The workbook tells the gateway about these products from now on, wherever the cells are moved. */
async function keepPrices(watch: string, range: string | undefined, workbook: Workbook): Promise<void> {
  const name = priceName(watch);
  const isFollowed = (await workbook.follow(name, range)) && range !== undefined;
  const lists = await ownLists();
  await lists.put({ watch, ...(range !== undefined && { prices: range }), ...(isFollowed && { name }) });
}

/** Points a watch whose price list was deleted at another, which its alerts compare with from now on. Free. */
export function usePriceList({ id, ownProducts: known = [] }: ShownWatch) {
  const { runtime, workbook } = usePane();
  const [version, lookAgain] = useCounter();
  const read = useCallback(async () => {
    const own = (await ownLists()).entries().find(({ watch }) => watch === id);
    return own !== undefined && (await placeOf(own, workbook)).isLost;
  }, [id, workbook]);
  const isLost = useReading(read, version).data ?? false;
  const point = async () => {
    const selection = await workbook.selection();
    const values = selection && (await workbook.values(selection.address, selection.address));
    const prices = values && pricesIn(values, known);
    if (!selection || !prices || !known.some(({ item }) => prices.get(itemKey(item)) !== undefined))
      throw new InputFault(t('watch.theSelectedCellsHave'));
    await runtime.matches.opened();
    await (await runtime.watches()).own(id, ownProducts(known, prices, runtime.matches));
    await keepPrices(id, selection.address, workbook);
    lookAgain();
    return t('watch.fromCells', { address: selection.address });
  };
  return { isLost, point };
}

/** Where one's own prices are, and what stands there. */
function useOwnPrices(edited: ShownWatch | undefined) {
  const { runtime, workbook } = usePane();
  const [range, setRange] = useState<string>();
  const [says, setSays] = useState('');
  const id = edited?.id;
  useEffect(() => {
    if (id === undefined) return;
    const look = async () => {
      const own = (await ownLists()).entries().find(({ watch }) => watch === id);
      const { address } = own ? await placeOf(own, workbook) : {};
      if (address !== undefined) setSays(t('watch.fromCells', { address }));
      setRange((chosen) => chosen ?? address);
    };
    look().catch(() => undefined);
  }, [id, workbook]);
  const read = async (address: string, requests: readonly WatchedRequest[]) => {
    const items = itemsOf(requests, runtime.settings.current().wireNames);
    const values = await workbook.values(address, address);
    return { items, prices: values && pricesIn(values, items) };
  };
  const choose = async (requests: readonly WatchedRequest[]) => {
    const selection = await workbook.selection();
    const { items, prices } = selection
      ? await read(selection.address, requests)
      : { items: [], prices: undefined };
    const found = items.filter(({ item }) => prices?.get(itemKey(item)) !== undefined);
    const [first] = found;
    if (!selection || !prices || !first) throw new InputFault(t('watch.theSelectedCellsHave'));
    setRange(selection.address);
    setSays(
      t('watch.pricesOfOf', {
        found: found.length,
        products: plural(items.length, 'product'),
        address: selection.address,
        item: first.item,
        price: number(prices.get(itemKey(first.item)) ?? 0),
      }),
    );
  };
  const products = async (requests: readonly WatchedRequest[], isPriced: boolean) => {
    if (isPriced && range === undefined && edited?.ownProducts === undefined)
      throw new InputFault(t('watch.selectYourProductsAnd'));
    const { items, prices } =
      isPriced && range !== undefined
        ? await read(range, requests)
        : { items: itemsOf(requests, runtime.settings.current().wireNames), prices: undefined };
    await runtime.matches.opened();
    const known = isPriced ? (edited?.ownProducts ?? []) : [];
    const before = new Map(known.map(({ item, price }) => [itemKey(item), price]));
    const all = items.map((one) => ({ ...one, price: before.get(itemKey(one.item)) }));
    return ownProducts(all, prices, runtime.matches);
  };
  const keep = async (watch: string, isOwned: boolean, isPriced: boolean): Promise<boolean> => {
    try {
      const lists = await ownLists();
      const isKnown = lists.entries().some((one) => one.watch === watch);
      if (isOwned) await keepPrices(watch, isPriced ? range : undefined, workbook);
      else if (isKnown) await lists.remove(watch);
      return true;
    } catch {
      return false;
    }
  };
  const clear = () => {
    setRange(undefined);
    setSays('');
  };
  return { range, says, choose, products, keep, clear };
}

export function useAlerting(edited: ShownWatch | undefined) {
  const [drafts, setDrafts] = useState<readonly ConditionDraft[]>(() =>
    [...(edited?.conditions ?? []), ...(edited?.ownConditions ?? [])].map(draftOfCondition),
  );
  const [operations, setOperations] = useState(() => operationsOf(edited?.requests ?? []));
  const own = useOwnPrices(edited);
  const know = (requests: readonly WatchedRequest[]) => setOperations(operationsOf(requests));
  const add = (requests: readonly WatchedRequest[]) => {
    know(requests);
    const id = Math.max(0, ...drafts.map((draft) => draft.id)) + 1;
    setDrafts([...drafts, emptyCondition(id, operationsOf(requests))]);
  };
  const [addresses, setAddresses] = useState(() => addressDraftOf(edited));
  const isOwned = drafts.some(isOwn);
  const isPriced = drafts.some(({ kind }) => kind === 'cheaper');
  const conditions = async (
    requests: readonly WatchedRequest[],
  ): Promise<Pick<NewWatch, 'conditions' | 'ownConditions' | 'ownProducts'>> => {
    const all = drafts.map(conditionOf);
    const plain = { conditions: all.filter((one) => !isOwn(one)) };
    // Alerts on what is matched need to know what that is.
    const isMatched = plain.conditions.length > 0 && requests.some(isMatchedOnly);
    if (!isOwned && !isMatched) return edited?.ownConditions ? { ...plain, ownConditions: [] } : plain;
    return {
      ...plain,
      ownConditions: all.filter(isOwn),
      ownProducts: await own.products(requests, isPriced),
    };
  };
  const clear = () => {
    setDrafts([]);
    setAddresses(addressDraftOf());
    own.clear();
  };
  return {
    drafts,
    setDrafts,
    operations,
    know,
    add,
    addresses,
    setAddresses,
    clear,
    conditions,
    range: own.range,
    prices: own.says,
    choosePrices: own.choose,
    keep: (watch: string, isOwned: boolean) => own.keep(watch, isOwned, isPriced),
  };
}
