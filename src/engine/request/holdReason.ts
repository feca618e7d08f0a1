// Why requests wait for a person's approval, with what the pane and the cell say of it. `remote/gate.ts` decides; a new reason
// is an entry here and a line there.

interface Sentences {
  readonly pane: string;
  /** Added to "Held: 5 credits, approve in the Spillway pane." */
  readonly cell: string;
}

export const holdReasons = {
  ask_above: { pane: 'The cost is above the amount you allow without approval.', cell: '' },
  daily_cap: { pane: 'It would exceed your daily cap.', cell: 'It would exceed your daily cap.' },
  no_longer_kept: {
    pane: 'You bought this before, but it’s no longer in the cache. To avoid this, increase the cache size in Settings.',
    cell: 'You bought this before, but the cache no longer has it: increase the cache size in Settings.',
  },
  bought_elsewhere: {
    pane: 'It was bought for this workbook before, on another device or by someone else. Fetching it here costs credits again.',
    cell: 'It was bought for this workbook before, on another device or by someone else.',
  },
  interrupted: {
    pane: 'Excel was closed while this was being fetched, so it may have been charged. Fetching it again costs credits again.',
    cell: 'Excel was closed while it was being fetched, so it may have been charged.',
  },
  store_down: {
    pane: 'Storage isn’t responding or is damaged, so Spillway can’t tell what you bought or spent before. It’s checked again when storage responds.',
    cell: 'Storage is not responding or is damaged, so Spillway cannot tell what you bought or spent before.',
  },
  own_change: {
    pane: 'Spillway changed cells that these formulas depend on, and what they ask for now wasn’t part of the price you agreed to.',
    cell: 'Spillway changed cells that this formula depends on.',
  },
  handed_over: {
    pane: 'You handed this over to the gateway, and it hasn’t fetched it. What it has fetched by now is shown free.',
    cell: 'You handed it over to the gateway.',
  },
} as const satisfies Readonly<Record<string, Sentences>>;

export type HoldReason = keyof typeof holdReasons;

export const isHoldReason = (value: unknown): value is HoldReason =>
  typeof value === 'string' && Object.hasOwn(holdReasons, value);
