// Keeps the history within its limit: the oldest detail is thinned to one observation a week first, and only what is still
// too much is removed. The user is told what went.
import type { Notice } from '../../engine/ports/guardedStore';
import type { Locks } from '../../engine/ports/crossWindow';
import type { HistoryStore } from '../../history/store';

const day = 86_400_000;
/** Days: older detail is thinned to weekly, a step at a time. */
const thinAfter = [365, 180, 90, 30, 14];
/** Days: what is older is removed, where thinning was not enough. */
const dropAfter = [3 * 365, 2 * 365, 365, 180, 90, 30, 7];
/** A little more room than needed, so that it is not done for every response. */
const roomAfter = 0.9;

export interface RetentionParts {
  readonly local: HistoryStore;
  readonly limit: number;
  readonly now: number;
  readonly locks: Locks | undefined;
  readonly notice: Notice;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;

export async function withinLimit({ local, limit, now, locks, notice }: RetentionParts): Promise<void> {
  const isWithin = async (share: number) => (await local.size()).bytes <= limit * share;
  if (await isWithin(1)) return;
  const raise = 'To keep more, raise the limit in the pane under History.';
  const work = async () => {
    if (await isWithin(1)) return;
    for (const days of thinAfter) {
      await local.thin(now - days * day);
      if (await isWithin(roomAfter))
        return notice(
          `The history reached its limit of ${megabytes(limit)}: what is older than ${days} days is kept weekly from now on. ${raise}`,
        );
    }
    for (const days of dropAfter) {
      await local.thin(now - days * day, true);
      if (await isWithin(roomAfter))
        return notice(
          `The history reached its limit of ${megabytes(limit)}: what is older than ${days} days was removed. ${raise}`,
        );
    }
  };
  await (locks ? locks.run('spillway history', work) : work());
}
