// What waits for approval and what is under way, in words: how much, at what price, why, and how long it may take.
import type { EngineState, HeldBurst } from '../../engine/engine';
import type { CellUse } from '../../excel/runtime';
import { joined, t } from '../../languages/t';
import { operationOf } from '../../operations';
import { offeredFilters } from '../../spill/where/serviceFilter';
import { cellKey } from '../formulas/cellReference';
import { credits, duration, plural } from '../text/words';

type Burst = Pick<HeldBurst, 'cells' | 'requests' | 'cached' | 'credits'>;

export function heldText({ cells, requests, cached, credits: price }: Burst): string {
  return t('activity.toFetch', {
    credits: credits(price),
    formulas: cells.length,
    requests: plural(requests.length, 'request'),
    cached,
  });
}

/** The cells that select among results still to be paid for, with the options by which the service would select. */
export function heldFilters(
  { cells, requests }: Pick<HeldBurst, 'cells' | 'requests'>,
  uses: readonly Pick<CellUse, 'cell' | 'function' | 'requests' | 'where'>[],
): readonly { readonly cell: string; readonly options: string }[] {
  const held = new Set(requests.map(({ key }) => key));
  const own = new Set(cells.map(cellKey));
  return uses.flatMap(({ cell, function: name, requests: wanted, where = [] }) => {
    const request = wanted.find(
      ({ key, operation }) => held.has(key) && operationOf(operation).function === name,
    );
    if (!request || where.length === 0 || !own.has(cellKey(cell))) return [];
    const options = offeredFilters(request.operation, where, request.params);
    return options === '' ? [] : [{ cell, options }];
  });
}

/** A burst that nobody decided here is gone, and its cells still want it. Otherwise empty. */
export function decidedElsewhere(
  { held, queue }: Pick<EngineState, 'held' | 'queue'>,
  before: readonly HeldBurst[],
  uses: readonly Pick<CellUse, 'requests'>[],
): string {
  const now = new Set(
    [...held.flatMap(({ requests }) => requests), ...queue.map(({ request }) => request)].map(
      ({ key }) => key,
    ),
  );
  const wanted = new Set(uses.flatMap(({ requests }) => requests.map(({ key }) => key)));
  // What was handed over is shown when it is there; nobody decides it.
  const decided = before.filter(({ id }) => id !== 'handed_over');
  const gone = decided.filter(({ requests }) =>
    requests.every(({ key }) => wanted.has(key) && !now.has(key)),
  );
  return gone.length === 0
    ? ''
    : t('activity.noLongerHeldIt', { gone: joined('clauses', gone.map(heldText)) });
}

/** Milliseconds without a response after which an estimate alone would mislead. */
const still = 5_000;

/** In seconds up to two minutes: a minute is too coarse to see it move. */
const spanText = (milliseconds: number): string =>
  milliseconds < 120_000
    ? t('text.seconds', { count: Math.max(5, Math.ceil(milliseconds / 5_000) * 5) })
    : duration(milliseconds + 59_999);

/** The time left. The longer nothing arrives, the wider it gets; when it is used up, only what is known is said. */
export function timeLeft(eta: number | undefined, now: number, movedAt: number): string {
  const idle = now - movedAt;
  const nothing = idle < still ? '' : t('activity.nothingHasArrivedFor', { time: duration(idle) });
  if (eta === undefined || eta <= now) return nothing;
  const [least, most] = [spanText(eta - now), spanText(eta - now + 2 * idle)];
  if (nothing === '' || least === most) return t('activity.aboutLeft', { least });
  return t('activity.toLeft', { least, most, nothing });
}
