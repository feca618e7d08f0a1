// Why requests wait for a person's approval, with what the pane says of it; cells say `held_…` of languages/en/errors.json. `remote/gate.ts` decides; a new reason
// is an entry here and a line there.

export const holdReasons = {
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
  handed_over:
    'You handed this over to the gateway, and it hasn’t fetched it. What it has fetched by now is shown free.',
} as const satisfies Readonly<Record<string, string>>;

export type HoldReason = keyof typeof holdReasons;

export const isHoldReason = (value: unknown): value is HoldReason =>
  typeof value === 'string' && Object.hasOwn(holdReasons, value);
