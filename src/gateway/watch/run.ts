// One run of a watch: what became of each of its requests, and what that makes of the whole.

/** What became of one request of a run; `sent` until its outcome is known. */
export type RunItem =
  | {
      readonly kind: 'sent';
      readonly day: string;
      /** The gateway that sends it. */
      readonly by?: string;
    }
  | {
      readonly kind: 'done';
      readonly status: number;
      readonly credits: number;
      /** Of the rows in the response; the next run tells by it which of them changed. */
      readonly digest?: string;
      /** Why this gateway did not send it. */
      readonly detail?: string;
    }
  /** The gateway ended before the response came. It may have been charged, so it is not sent again in this run. */
  | { readonly kind: 'lost'; readonly credits: number }
  | { readonly kind: 'refused'; readonly detail: string };

export interface Run {
  /** The instant that gives the tick its name; one that a person asked for is the moment they did. */
  readonly tick: number;
  readonly startedAt: number;
  /** The gateway that makes it. */
  readonly by: string;
  /** A person asked for it, also where the watch is paused. */
  readonly asked?: true | undefined;
  readonly items: readonly (RunItem | null)[];
}

export type RunOutcome = 'ok' | 'partly' | 'failed' | 'budget' | 'stopped';

export interface LastRun {
  readonly tick: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: RunOutcome;
  readonly credits: number;
  readonly responses: number;
  /** Responses whose values differ from those of the run before. */
  readonly changed: number;
  /** Rows of those responses that changed, are new or are gone. */
  readonly rows: number;
  /** Why a request did not succeed, the first of them. */
  readonly detail?: string | undefined;
}

const count = (items: Run['items'], kind: RunItem['kind']): number =>
  items.filter((item) => item?.kind === kind).length;

export const isGood = (item: RunItem | null | undefined): boolean =>
  item?.kind === 'done' && item.status === 200;

function outcomeOf({ items }: Run): RunOutcome {
  const good = items.filter(isGood).length;
  if (good === items.length) return 'ok';
  if (count(items, 'refused') > 0) return 'budget';
  if (items.some((item) => item === null || item.kind === 'sent')) return 'stopped';
  return good > 0 ? 'partly' : 'failed';
}

/** What it cost, as far as that is known. */
export const itemCredits = (item: RunItem | null): number => (item && 'credits' in item ? item.credits : 0);

/** Why not all of it succeeded: a limit first, which ended the run. */
function detailOf({ items }: Run): string | undefined {
  const refused = items.find((item) => item?.kind === 'refused');
  if (refused) return refused.detail;
  const bad = items.find((item) => item && item.kind !== 'sent' && !isGood(item));
  if (bad?.kind === 'lost')
    return 'A gateway ended before a response came. The request may have been charged.';
  return bad?.kind === 'done' ? (bad.detail ?? `The service answered with status ${bad.status}.`) : undefined;
}

export const digestsOf = ({ items }: Run): readonly (string | null)[] =>
  items.map((item) => (item?.kind === 'done' ? (item.digest ?? null) : null));

/** What is told of a run that is over: `rows` that changed, and the `prices` of what was sent and has no outcome. */
export function lastRun(
  run: Run,
  {
    prices,
    rows,
    now,
    detail,
  }: { prices: readonly number[]; rows: readonly number[]; now: number; detail: string | undefined },
): LastRun {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
  return {
    tick: run.tick,
    startedAt: run.startedAt,
    endedAt: now,
    outcome: outcomeOf(run),
    credits: sum(
      run.items.map((item, index) => (item?.kind === 'sent' ? (prices[index] ?? 0) : itemCredits(item))),
    ),
    responses: run.items.filter(isGood).length,
    changed: rows.filter((count) => count > 0).length,
    rows: sum(rows),
    detail: detail ?? detailOf(run),
  };
}
