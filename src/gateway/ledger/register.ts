// One gateway's entry for one account in one period: what it spent, and what it may still spend while the shared store
// is away (its share). Only that gateway writes it, with a number that grows, so an entry can be told twice, late or
// out of order and still counts once.

export interface Register {
  readonly seq: number;
  readonly spent: number;
  readonly share: number;
}

export const noRegister: Register = { seq: 0, spent: 0, share: 0 };

/** `team`, `group:…`, `person:…`; `*group` and `*person` hold the shares of accounts that nobody has used yet. */
export type BudgetAccount = string;

/** `2027-05-03` or `2027-05`. */
export type Period = string;

/** Names a register of one gateway. */
export interface RegisterName {
  readonly period: Period;
  readonly account: BudgetAccount;
}

/** Undefined for the team, which has one account. */
export const familyOf = (account: BudgetAccount): BudgetAccount | undefined => {
  const colon = account.indexOf(':');
  return colon < 0 ? undefined : `*${account.slice(0, colon)}`;
};

/** The team's account and the two families, which stand for every account of their kind. */
export const standingAccounts: readonly BudgetAccount[] = ['team', '*group', '*person'];

/** `account|gateway`; gateway ids hold no bar. */
export const fieldOf = (account: BudgetAccount, gateway: string): string => `${account}|${gateway}`;

export function readField(field: string): { account: BudgetAccount; gateway: string } {
  const bar = field.lastIndexOf('|');
  return { account: field.slice(0, bar), gateway: field.slice(bar + 1) };
}

export const encodeRegister = ({ seq, spent, share }: Register): string => `${seq}:${spent}:${share}`;

/** A number that is none would be below every limit, and one below 0 would raise it: whoever shares the store may have written it. */
export const isRegister = ({ seq, spent, share }: Register): boolean =>
  [seq, spent, share].every((value) => Number.isFinite(value) && value >= 0);

export function decodeRegister(text: string): Register {
  const [seq = 0, spent = 0, share = 0] = text.split(':').map(Number);
  return { seq, spent, share };
}
