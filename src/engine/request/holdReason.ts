// Why requests wait for a person's approval.

/**
 * They cost more than the ask-me limit or the daily cap allows, their response was paid for and is no longer in the cache, or
 * it was paid for where this cache is not: another browser, another machine, a colleague.
 */
export type HoldReason = 'ask_above' | 'daily_cap' | 'no_longer_kept' | 'bought_elsewhere';
