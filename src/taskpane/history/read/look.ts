// When the history was last looked at. Leaving the view for a moment and coming back is one look: what changed stays on screen.

export interface HistoryLook {
  /** What changed after this time is shown; undefined in the first look. */
  readonly since: number | undefined;
  /** When the view was last open. */
  readonly at: number;
}

/** Milliseconds away after which opening the view is another look. */
const oneLook = 3_600_000;

/** The look that begins, or goes on, now. A clock that was turned back must not hide anything. */
export function lookNow(last: HistoryLook | undefined, now: number): HistoryLook {
  if (!last) return { since: undefined, at: now };
  const at = Math.min(last.at, now);
  if (now - last.at < oneLook) return { since: last.since, at: now };
  return { since: at, at: now };
}

export function readHistoryLook(text: string | undefined): HistoryLook | undefined {
  try {
    const { since, at } = JSON.parse(text ?? '') as Record<string, unknown>;
    const isTime = (value: unknown): value is number => Number.isSafeInteger(value);
    return isTime(at) ? { since: isTime(since) ? since : undefined, at } : undefined;
  } catch {
    return undefined;
  }
}
