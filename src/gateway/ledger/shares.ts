// How much of each budget a gateway asks to hold, so that it can go on while the shared store is away: an equal part of
// what is left for every gateway, and one part for nobody, for the next one that joins and for daily business.
import type { LedgerBook } from './ledgerBook';
import { standingAccounts, type BudgetAccount, type Period } from './register';
import type { Want } from './sharedLedger';

export type LimitOf = (period: Period, account: BudgetAccount) => number | undefined;

/** Shares grow in steps, so that not every credit spent elsewhere moves them. */
const step = 1.25;

/**
 * A gateway without a journal that is killed leaves a share of which nobody can tell what was spent, so all of it counts as
 * spent. It holds little: two percent of the budget, or 20 credits of a small one.
 */
const mostUnkept = (limit: number): number => Math.max(20, Math.floor(limit / 50));

export interface ShareParts {
  readonly book: LedgerBook;
  /** The journal survives the process. */
  readonly kept: boolean;
  readonly limitOf: LimitOf;
  /** Gateways that are there, this one included. */
  readonly gateways: number;
  /** Accounts whose share was given back a moment ago, because another gateway needed it. */
  readonly isRecalled: (period: Period, account: BudgetAccount) => boolean;
}

export interface ShareChanges {
  /** Own registers whose share is to become smaller, which needs nobody's consent. */
  readonly shrink: readonly Want[];
  readonly grow: readonly Want[];
}

export function shareChanges(periods: readonly Period[], parts: ShareParts): ShareChanges {
  const { book, kept, limitOf, gateways, isRecalled } = parts;
  const own = new Set(book.ownAccounts().map(({ period, account }) => `${period} ${account}`));
  const shrink: Want[] = [];
  const grow: Want[] = [];
  for (const period of periods) {
    const accounts = new Set([
      ...standingAccounts,
      ...book.accounts(period).filter((account) => own.has(`${period} ${account}`)),
    ]);
    for (const account of accounts) {
      const limit = limitOf(period, account);
      if (limit === undefined) continue;
      const held = book.own(period, account).share;
      const part = Math.floor((limit - book.spent(period, account)) / (gateways + 1));
      const share = Math.max(0, Math.min(part, kept ? Infinity : mostUnkept(limit)));
      const want = { period, account, limit, share };
      if (share < held) shrink.push(want);
      else if (share > 0 && share >= held * step && share > held && !isRecalled(period, account))
        grow.push(want);
    }
  }
  return { shrink, grow };
}
