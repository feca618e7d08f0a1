// Why requests wait for a person's approval.

/**
 * They cost more than the ask-me limit or the daily cap allows; their response was paid for and is no longer in the cache; it
 * was paid for where this cache is not: another browser, another machine, a colleague; the page was closed during the call, so
 * it may have been paid for; the store that knows what was paid for does not respond; or Spillway itself changed what the
 * formula depends on.
 */
export type HoldReason =
  | 'ask_above'
  | 'daily_cap'
  | 'no_longer_kept'
  | 'bought_elsewhere'
  | 'interrupted'
  | 'store_down'
  | 'own_change';
