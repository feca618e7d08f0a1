// What gateways tell the store they share, and what it returns. Each command runs whole or not at all; one that was given
// up may still run later, which its sequence number makes harmless.
import type { Period, RegisterName } from './register';

/** An account that must have room for the amount; the limit is absent where there is none. */
export interface LedgerCheck extends RegisterName {
  readonly limit: number | undefined;
}

/** Registers of one period as they are stored: `account|gateway` to `seq:spent:share`. */
export type PeriodFields = Readonly<Record<string, string>>;

export type MemberState =
  | 'here'
  /** Known from before the store lost its data, and not heard of since. */
  | 'silent'
  | 'gone';

export interface Member {
  readonly state: MemberState;
  /** The last sequence number heard from it. */
  readonly seq: number;
  /** Its journal survives it: a share it held is kept for it. */
  readonly kept: boolean;
}

export type KnownMembers = Readonly<Record<string, { readonly gone: boolean; readonly kept: boolean }>>;

export interface Put extends RegisterName {
  readonly spent: number;
  readonly share: number;
}

export interface Want extends RegisterName {
  readonly limit: number;
  readonly share: number;
}

interface Command {
  readonly gateway: string;
  readonly epoch: string;
  readonly seq: number;
  /** The last sequence number that was confirmed; a store that knows less has lost data. */
  readonly acked: number;
  /** Periods to read whole. */
  readonly read: readonly Period[];
}

export interface SyncCommand extends Command {
  readonly puts: readonly Put[];
  readonly asks: readonly { readonly amount: number; readonly checks: readonly LedgerCheck[] }[];
  readonly wants: readonly Want[];
  /** Gateways that have been silent for too long, as of the sequence number last heard. */
  readonly evict: readonly { readonly gateway: string; readonly seq: number }[];
  readonly leave: boolean;
}

export type Ruling =
  | { readonly kind: 'ok' }
  /** The check that failed. `held`: there is room, but other gateways hold it as their share. */
  | { readonly kind: 'over' | 'held'; readonly index: number }
  /** The store has lost data and does not know everything yet. */
  | { readonly kind: 'blocked' };

export type SyncReply =
  | {
      readonly kind: 'ok';
      readonly verdicts: readonly Ruling[];
      /** The caller's own registers that changed. */
      readonly own: readonly Put[];
      readonly members: Readonly<Record<string, Member>>;
      readonly periods: Readonly<Record<Period, PeriodFields>>;
    }
  /** Tell it everything you know (`restore`), then ask again. */
  | { readonly kind: 'lost' }
  /** A later command was there before it. */
  | { readonly kind: 'stale' };

export interface RestoreCommand extends Command {
  readonly kept: boolean;
  /** The name of the next epoch, should one have to begin. */
  readonly nextEpoch: string;
  /** Everyone the caller knows of; true for those who left. */
  readonly members: KnownMembers;
  readonly periods: Readonly<Record<Period, PeriodFields>>;
}

export interface RestoreReply {
  readonly epoch: string;
  readonly members: Readonly<Record<string, Member>>;
  readonly periods: Readonly<Record<Period, PeriodFields>>;
  /** The store's number for the caller. */
  readonly seq: number;
}

export type LedgerNews =
  | { readonly kind: 'changed'; readonly gateway: string; readonly seq: number; readonly own: readonly Put[] }
  /** Somebody needs what others hold as their share. */
  | ({ readonly kind: 'recall'; readonly gateway: string } & RegisterName);

/** Every command rejects when the store is away or too slow. */
export interface SharedLedger {
  sync(command: SyncCommand): Promise<SyncReply>;
  restore(command: RestoreCommand): Promise<RestoreReply>;
  listen(listener: (news: LedgerNews) => void): void;
  /** Told each time there is a connection again. */
  onConnect?(listener: () => void): void;
  close(): Promise<void>;
}

/**
 * How long after an epoch began the store waits for gateways that know more, in milliseconds. One that was there before knows
 * all others: with it, the store waits only for those.
 */
export const settling = 3_000;

/** How many days and months are kept together; the one that began first goes. */
export const keptPeriods = 120;
