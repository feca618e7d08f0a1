// What the pane does for watches while it is open, whichever view is shown: it counts the alerts that the person has not seen, and tells
// the gateway about one's own products. Both are free.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { GatewayWatches } from '../../excel/runtime';
import { usePane, usePolling, useVersion } from './usePane';
import type { ShownWatch } from '../../protocol/watches';
import { ownLists, ownProducts, placeOf, pricesIn } from '../../excel/watch/ownProducts';

/** Milliseconds between two looks. */
const every = 60_000;

/** How many alerts the person has not seen: looked for at once when something is known to be different. Formulas that show alerts are told. */
export function useUnseenAlerts(): number {
  const { runtime, gateway, now } = usePane();
  const [unseen, setUnseen] = useState(0);
  const [watches, setWatches] = useState<GatewayWatches>();
  const known = useRef<number>();
  const { hasWatches } = gateway;
  const look = useCallback(
    async (isGone: () => boolean) => {
      if (!hasWatches) return undefined;
      try {
        const found = await runtime.watches();
        // The count is of all of them; the list is not needed here.
        const { unseen: count } = await found.alerts(now());
        if (isGone()) return undefined;
        setWatches(found);
        setUnseen(count);
        const isOther = known.current !== undefined && known.current !== count;
        known.current = count;
        if (isOther) found.changed();
      } catch {
        // A gateway that is away has nothing to tell; the view of watches says so.
      }
      return every;
    },
    [runtime, hasWatches, now],
  );
  usePolling(look, useVersion(watches));
  return unseen;
}

/** Milliseconds between two looks at the gateway's list. What is the same is told once a day, for its date. */
const listEvery = 600_000;
const day = 86_400_000;

/** Tells the gateway's watches of prices that were changed in the sheet and of decisions in Match. One that is away hears it the next time. */
export function useOwnProducts(): void {
  const { runtime, workbook, gateway, now } = usePane();
  const { hasWatches } = gateway;
  useEffect(() => {
    if (!hasWatches) return undefined;
    const { matches } = runtime;
    let known: { readonly at: number; readonly list: readonly ShownWatch[] } | undefined;
    const look = async () => {
      const lists = await ownLists();
      const linked = lists.entries();
      if (linked.length === 0) return;
      await matches.opened();
      const watches = await runtime.watches();
      const isKnown =
        known !== undefined &&
        Math.abs(now() - known.at) < listEvery &&
        linked.every(({ watch }) => known?.list.some(({ id }) => id === watch));
      if (!isKnown) known = { at: now(), list: (await watches.list(false)).watches };
      let isTold = false;
      for (const own of linked) {
        const { watch } = own;
        const { ownProducts: before, ownAt = 0 } = known?.list.find(({ id }) => id === watch) ?? {};
        if (!before) continue;
        const { address } = await placeOf(own, workbook);
        const values = address === undefined ? undefined : await workbook.values(address, address);
        const products = ownProducts(before, values && pricesIn(values, before), matches);
        const isSame = JSON.stringify(products) === JSON.stringify(before);
        if (isSame && Math.abs(now() - ownAt) < day) continue;
        await watches.own(watch, products);
        isTold = true;
      }
      if (!isTold) return;
      known = undefined;
      watches.changed();
    };
    let looking = Promise.resolve();
    const lookNow = () => {
      looking = looking.then(look).catch(() => undefined);
    };
    const timer = setInterval(lookNow, every);
    const leave = matches.subscribe(lookNow);
    lookNow();
    return () => {
      clearInterval(timer);
      leave();
    };
  }, [runtime, workbook, hasWatches, now]);
}
