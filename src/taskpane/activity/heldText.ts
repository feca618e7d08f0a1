// What waits for approval and what is under way, in words: how much, at what price, why, and how long it may take.
import type { EngineState, HeldBurst } from '../../engine/engine';
import type { CellUse } from '../../excel/runtime';
import { credits, duration, plural } from '../text/words';

type Burst = Pick<HeldBurst, 'cells' | 'requests' | 'cached' | 'credits'>;

export function heldText({ cells, requests, cached, credits: price }: Burst): string {
  const whom = cells.length > 0 ? ` for ${plural(cells.length, 'formula')}` : '';
  const known = cached > 0 ? `, ${cached.toLocaleString('en')} cached` : '';
  return `${credits(price)}${whom}: ${plural(requests.length, 'request')} to fetch${known}`;
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
  const gone = before.filter(({ requests }) => requests.every(({ key }) => wanted.has(key) && !now.has(key)));
  return gone.length === 0
    ? ''
    : `No longer held: ${gone.map(heldText).join('; ')}. It was decided in another window, or your limits allow it now; the cells show which.`;
}

/** Milliseconds without a response after which an estimate alone would mislead. */
const still = 5_000;

/** In seconds up to two minutes: a minute is too coarse to see it move. */
const spanText = (milliseconds: number): string =>
  milliseconds < 120_000
    ? `${Math.max(5, Math.ceil(milliseconds / 5_000) * 5)} s`
    : duration(milliseconds + 59_999);

/** The time left. The longer nothing arrives, the wider it gets; when it is used up, only what is known is said. */
export function timeLeft(eta: number | undefined, now: number, movedAt: number): string {
  const idle = now - movedAt;
  const nothing = idle < still ? '' : `nothing has arrived for ${duration(idle)}`;
  if (eta === undefined || eta <= now) return nothing;
  const [least, most] = [spanText(eta - now), spanText(eta - now + 2 * idle)];
  if (nothing === '' || least === most) return `about ${least} left`;
  return `${least} to ${most} left, ${nothing}`;
}
