// What waits for approval, in words: how much, at what price, and why.
import type { HeldBurst } from '../../engine/engine';
import type { HoldReason } from '../../engine/request/holdReason';
import { credits, plural } from '../text/words';

export function heldText({
  cells,
  requests,
  cached,
  credits: price,
}: Pick<HeldBurst, 'cells' | 'requests' | 'cached' | 'credits'>): string {
  const what = cells.length > 0 ? plural(cells.length, 'formula') : plural(requests.length, 'request');
  const known = cached > 0 ? `${cached} cached, ` : '';
  return `${what}: ${known}${requests.length} to fetch = ${credits(price)}`;
}

export const holdReasons: Readonly<Record<HoldReason, string>> = {
  ask_above: 'The cost is above the amount you allow without approval.',
  daily_cap: 'It would exceed your daily cap.',
  no_longer_kept:
    'You bought this before, but it’s no longer in the cache. To avoid this, increase the cache size in Settings.',
  bought_elsewhere:
    'It was bought for this workbook before, on another device or by someone else. Fetching it here costs credits again.',
};
