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
  const whom = cells.length > 0 ? ` for ${plural(cells.length, 'formula')}` : '';
  const known = cached > 0 ? `, ${cached.toLocaleString('en')} cached` : '';
  return `${credits(price)}${whom}: ${plural(requests.length, 'request')} to fetch${known}`;
}

export const holdReasons: Readonly<Record<HoldReason, string>> = {
  ask_above: 'The cost is above the amount you allow without approval.',
  daily_cap: 'It would exceed your daily cap.',
  no_longer_kept:
    'You bought this before, but it’s no longer in the cache. To avoid this, increase the cache size in Settings.',
  bought_elsewhere:
    'It was bought for this workbook before, on another device or by someone else. Fetching it here costs credits again.',
  interrupted:
    'Excel was closed while this was being fetched, so it may have been charged. Fetching it again costs credits again.',
  store_down:
    'Storage isn’t responding or is damaged, so Spillway can’t tell what you bought or spent before. It’s checked again when storage responds.',
  own_change:
    'Spillway changed cells that these formulas depend on, and what they ask for now wasn’t part of the price you agreed to.',
};
