// The ledger the settings ask for: alone, or shared through Redis; with a journal where there is a data folder.
import { randomBytes } from 'node:crypto';
import { noJournal, openJournal } from './journal';
import { Ledger } from './ledger';
import { NewerFormat } from '../stores/storedFormat';
import { RedisLedger } from './redisLedger';
import type { Period } from './register';
import type { LimitOf } from './shares';

export interface LedgerSettings {
  readonly data: string | undefined;
  readonly redisUrl: string | undefined;
  readonly redisPrefix: string;
  readonly storeTimeout: number;
}

export interface OpenLedgerParts {
  readonly without: 'share' | 'refuse';
  readonly limitOf: LimitOf;
  readonly periods: () => readonly Period[];
  readonly elapsed: () => number;
  /** What the operator should know; the program goes on. */
  readonly warn: (sentence: string) => void;
}

export interface OpenLedger {
  readonly ledger: Ledger;
  /** Why the data folder cannot be used. */
  readonly trouble: string | undefined;
  close(): Promise<void>;
}

const beatEvery = 1_000;

export async function openLedger(settings: LedgerSettings, parts: OpenLedgerParts): Promise<OpenLedger> {
  const { data, redisUrl, redisPrefix, storeTimeout } = settings;
  let trouble: string | undefined;
  const journal = await (data === undefined ? noJournal() : openJournal(data)).catch((error: unknown) => {
    if (error instanceof NewerFormat) throw error;
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    trouble = reason;
    parts.warn(`Budgets cannot be stored in the data folder (${reason}).`);
    return noJournal();
  });
  const shared =
    redisUrl === undefined
      ? undefined
      : new RedisLedger({ url: redisUrl, prefix: redisPrefix, timeout: storeTimeout, warn: parts.warn });
  await shared?.connected(storeTimeout);
  const ledger = await Ledger.open({
    ...parts,
    journal,
    shared,
    kept: journal.isKept,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    random: () => randomBytes(9).toString('base64url'),
  });
  const timer = setInterval(() => void ledger.beat(), beatEvery).unref();
  return {
    ledger,
    trouble,
    close: async () => {
      clearInterval(timer);
      await ledger.close();
    },
  };
}
