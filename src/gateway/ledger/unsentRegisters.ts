// Own registers that the shared ledger does not know as they are, and the shares this gateway asks for or gives back.
import type { LedgerBook } from './ledgerBook';
import type { BudgetAccount, Period } from './register';
import type { Want } from './sharedLedger';
import { shareChanges, type LimitOf } from './shares';

export interface RegisterName {
  readonly period: Period;
  readonly account: BudgetAccount;
}

export interface UnsentParts {
  readonly book: LedgerBook;
  readonly kept: boolean;
  readonly without: 'share' | 'refuse';
  readonly limitOf: LimitOf;
  readonly periods: () => readonly Period[];
  readonly elapsed: () => number;
}

/** A share that another gateway needed is not requested again for this long. */
const recallRest = 30_000;

const textOf = ({ period, account }: RegisterName): string => `${period} ${account}`;

export class UnsentRegisters {
  private readonly unsent = new Map<string, RegisterName>();
  private readonly recalled = new Map<string, number>();

  constructor(private readonly parts: UnsentParts) {
    // An earlier run may have spent what it could no longer report.
    this.add(parts.book.ownAccounts());
  }

  add(names: readonly RegisterName[]): void {
    for (const name of names) this.unsent.set(textOf(name), name);
  }

  has(name: RegisterName): boolean {
    return this.unsent.has(textOf(name));
  }

  /** All of them; from now on they count as sent. */
  take(): readonly RegisterName[] {
    const names = [...this.unsent.values()];
    this.unsent.clear();
    return names;
  }

  /** Gives back a share that another gateway needs. False where there is none. */
  recall(name: RegisterName, seq: number): boolean {
    const { book, elapsed } = this.parts;
    if (book.own(name.period, name.account).share === 0) return false;
    this.recalled.set(textOf(name), elapsed());
    book.setOwn(name.period, name.account, { share: 0, seq });
    return true;
  }

  /** Gives back every share. */
  releaseShares(): void {
    const { book } = this.parts;
    for (const name of book.ownAccounts()) {
      if (book.own(name.period, name.account).share === 0) continue;
      book.setOwn(name.period, name.account, { share: 0 });
      this.add([name]);
    }
  }

  /** Shares to request. Those that must become smaller do so here, since that needs no consent. */
  wants(gateways: number): readonly Want[] {
    const { book, kept, limitOf, periods, elapsed, without } = this.parts;
    if (without === 'refuse') return [];
    const { shrink, grow } = shareChanges(periods(), {
      book,
      kept,
      limitOf,
      gateways,
      isRecalled: (period, account) =>
        elapsed() - (this.recalled.get(textOf({ period, account })) ?? -Infinity) < recallRest,
    });
    for (const want of shrink) book.setOwn(want.period, want.account, { share: want.share });
    this.add(shrink);
    return grow;
  }
}
