// One window's share of the account for one day, as it is stored.

/** Credits, how many of them nobody was asked about, and when the intent was stored. */
export type Intent = readonly [credits: number, unasked: number, at: number];

export interface AccountRow {
  readonly v: 1;
  /** Counts the writes: of two copies of a row the higher one is newer. */
  readonly turn: number;
  readonly day: string;
  /** Credits of calls whose outcome is known. */
  readonly settled: number;
  /** How many of those were spent without asking. */
  readonly unasked: number;
  /** Calls whose outcome is not known: each may have been billed. */
  readonly open: Readonly<Record<string, Intent>>;
  /** What was spent without asking a short while ago. */
  readonly lately: readonly (readonly [at: number, credits: number])[];
  /** In place of a row that was damaged: nobody knows what was spent that day. */
  readonly isUnknown?: boolean;
}

const isAmount = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0;

/** Undefined for anything that this version did not write or that was damaged. */
export function readRow(value: unknown): AccountRow | undefined {
  const row = value as Partial<AccountRow> | null | undefined;
  const sound =
    row?.v === 1 &&
    typeof row.day === 'string' &&
    isAmount(row.turn) &&
    isAmount(row.settled) &&
    isAmount(row.unasked) &&
    typeof row.open === 'object' &&
    row.open !== null &&
    Object.values(row.open).every((intent) => Array.isArray(intent) && intent.every(isAmount)) &&
    Array.isArray(row.lately) &&
    row.lately.every((spent) => Array.isArray(spent) && spent.every(isAmount));
  return sound ? (row as AccountRow) : undefined;
}

export const unknownRow = (day: string): AccountRow => ({
  v: 1,
  turn: 1,
  day,
  settled: 0,
  unasked: 0,
  open: {},
  lately: [],
  isUnknown: true,
});

export const rowTotal = ({ settled, open }: AccountRow): number =>
  Object.values(open).reduce((sum, [credits]) => sum + credits, settled);

/** What was spent without asking: all of it, or with when. */
export const unaskedTotal = ({ unasked, open }: AccountRow): number =>
  Object.values(open).reduce((sum, [, credits]) => sum + credits, unasked);

type Lately = AccountRow['lately'];

/** What was spent within a second of each other is kept as one, with the later date. */
export function withSpent(lately: Lately, at: number, credits: number): Lately {
  const last = lately.at(-1);
  if (!last || Math.abs(last[0] - at) > 1_000) return [...lately, [at, credits]];
  return [...lately.slice(0, -1), [Math.max(last[0], at), last[1] + credits]];
}

export const unaskedLately = ({ lately, open }: AccountRow): (readonly [at: number, credits: number])[] => [
  ...lately,
  ...Object.values(open).map(([, credits, at]) => [at, credits] as const),
];
