// Everything one gateway knows of what all gateways spent: its own registers, which it alone decides, and copies of the
// others', so that a store that lost its data can be told again.
import {
  decodeRegister,
  encodeRegister,
  familyOf,
  fieldOf,
  isRegister,
  noRegister,
  readField,
  type BudgetAccount,
  type Period,
  type Register,
  type RegisterName,
} from './register';
import { keptPeriods, type PeriodFields, type Put } from './sharedLedger';

export class LedgerBook {
  /** Period, then account, then gateway. */
  private readonly registers = new Map<Period, Map<BudgetAccount, Map<string, Register>>>();

  constructor(private readonly gateway: string) {}

  get periods(): readonly Period[] {
    return [...this.registers.keys()];
  }

  accounts(period: Period): readonly BudgetAccount[] {
    return [...(this.registers.get(period)?.keys() ?? [])];
  }

  register(period: Period, account: BudgetAccount, gateway: string): Register | undefined {
    return this.registers.get(period)?.get(account)?.get(gateway);
  }

  /** The own register; an account nobody used has its family's share. */
  own(period: Period, account: BudgetAccount): Register {
    const explicit = this.register(period, account, this.gateway);
    if (explicit) return explicit;
    const family = familyOf(account);
    const share = family === undefined ? 0 : (this.register(period, family, this.gateway)?.share ?? 0);
    return { ...noRegister, share };
  }

  setOwn(period: Period, account: BudgetAccount, change: Partial<Register>): void {
    this.set(period, account, this.gateway, { ...this.own(period, account), ...change });
  }

  spent(period: Period, account: BudgetAccount): number {
    let sum = 0;
    for (const { spent } of this.registers.get(period)?.get(account)?.values() ?? []) sum += spent;
    return sum;
  }

  /** Takes over what is newer and returns it. Own registers only at the start, when a former life may have known more. */
  merge(period: Period, fields: PeriodFields, { ownToo }: { ownToo: boolean }): PeriodFields {
    const news: Record<string, string> = {};
    for (const [field, text] of Object.entries(fields)) {
      const { account, gateway } = readField(field);
      if (gateway === this.gateway && !ownToo) continue;
      const register = decodeRegister(text);
      if (!isRegister(register)) continue;
      if ((this.register(period, account, gateway)?.seq ?? -1) >= register.seq) continue;
      this.set(period, account, gateway, register);
      news[field] = text;
    }
    return news;
  }

  /** Marks every own register as told with this number. */
  stampOwn(seq: number): void {
    for (const accounts of this.registers.values())
      for (const registers of accounts.values()) {
        const own = registers.get(this.gateway);
        if (own) registers.set(this.gateway, { ...own, seq });
      }
  }

  /** Every own register, for those who need all. */
  ownAccounts(): readonly RegisterName[] {
    return this.periods.flatMap((period) =>
      this.accounts(period)
        .filter((account) => this.register(period, account, this.gateway))
        .map((account) => ({ period, account })),
    );
  }

  /** What another gateway says of itself. */
  hear(gateway: string, seq: number, puts: readonly Put[]): void {
    for (const { period, account, spent, share } of puts) {
      const register = { seq, spent, share };
      if (isRegister(register) && (this.register(period, account, gateway)?.seq ?? -1) < seq)
        this.set(period, account, gateway, register);
    }
  }

  fields(period: Period): PeriodFields {
    const fields: Record<string, string> = {};
    for (const [account, registers] of this.registers.get(period) ?? [])
      for (const [gateway, register] of registers)
        fields[fieldOf(account, gateway)] = encodeRegister(register);
    return fields;
  }

  all(): Readonly<Record<Period, PeriodFields>> {
    return Object.fromEntries(this.periods.map((period) => [period, this.fields(period)]));
  }

  /** The periods that began first go when there are too many, whatever the clock says. */
  trim(): readonly Period[] {
    const gone = this.periods.slice(0, Math.max(0, this.registers.size - keptPeriods));
    for (const period of gone) this.registers.delete(period);
    return gone;
  }

  private set(period: Period, account: BudgetAccount, gateway: string, register: Register): void {
    const accounts = this.registers.get(period) ?? new Map<BudgetAccount, Map<string, Register>>();
    const registers = accounts.get(account) ?? new Map<string, Register>();
    this.registers.set(period, accounts.set(account, registers.set(gateway, register)));
  }
}
