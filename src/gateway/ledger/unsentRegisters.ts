// Own registers that the shared ledger does not know as they are, and how much of each budget this gateway asks to hold or gives back,
// so that it can go on while the shared store is away.
import type { LedgerBook } from './ledgerBook';
import { standingAccounts, type BudgetAccount, type Period, type RegisterName } from './register';
import type { Want } from './sharedLedger';

export interface UnsentParts {
  readonly book: LedgerBook;
  /** Whether the journal survives this process. */
  readonly kept: boolean;
  /** What to do while the shared store is away. */
  readonly without: 'share' | 'refuse';
  readonly limitOf: (period: Period, account: BudgetAccount) => number | undefined;
  /** The periods that are running or begin soon. */
  readonly periods: () => readonly Period[];
  /** Milliseconds that no change of the clock moves. */
  readonly elapsed: () => number;
}

/** A share that another gateway needed is not requested again for this long. */
const recallRest = 30_000;

/** Shares grow in steps, so that not every credit spent elsewhere moves them. */
const step = 1.25;

/**
 * A gateway without a journal that is killed leaves a share of which nobody can tell what was spent, so all of it counts as
 * spent. It holds little: two percent of the budget, or 20 credits of a small one.
 */
const mostUnkept = (limit: number): number => Math.max(20, Math.floor(limit / 50));

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

  /**
   * Shares to request: an equal part of what is left for every gateway, and one part for nobody, for the next one that joins and for
   * daily business. Those that must become smaller do so here, since that needs no consent. `gateways`: those that are there, this one
   * included.
   */
  wants(gateways: number): readonly Want[] {
    const { book, kept, limitOf, periods, without } = this.parts;
    if (without === 'refuse') return [];
    const own = new Set(book.ownAccounts().map(textOf));
    const grow: Want[] = [];
    for (const period of periods()) {
      const used = book.accounts(period).filter((account) => own.has(textOf({ period, account })));
      for (const account of new Set([...standingAccounts, ...used])) {
        const limit = limitOf(period, account);
        if (limit === undefined) continue;
        const held = book.own(period, account).share;
        const part = Math.floor((limit - book.spent(period, account)) / (gateways + 1));
        const share = Math.max(0, Math.min(part, kept ? Infinity : mostUnkept(limit)));
        const want = { period, account, limit, share };
        if (share < held) {
          book.setOwn(period, account, { share });
          this.add([want]);
        } else if (share > 0 && share >= held * step && share > held && !this.isRecalled(want))
          grow.push(want);
      }
    }
    return grow;
  }

  /** Its share was given back a moment ago, because another gateway needed it. */
  private isRecalled(name: RegisterName): boolean {
    return this.parts.elapsed() - (this.recalled.get(textOf(name)) ?? -Infinity) < recallRest;
  }
}
