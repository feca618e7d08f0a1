// A gateway's ledger on its own disk: what it spent, what it knows of the others, and who it is, so that it comes back as
// the same one. LevelDB lets one process at a time have a folder; a second gateway on the same disk takes the next one.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { isLocked, LevelFile } from '../stores/levelFile';
import type { Period } from './register';
import type { KnownMembers, PeriodFields } from './sharedLedger';

export interface JournalFacts {
  readonly gateway: string;
  /** How often it was opened: sequence numbers of a former life are smaller than those of this one. */
  readonly life: number;
  readonly epoch: string;
  readonly acked: number;
  readonly members: KnownMembers;
}

export interface Journal {
  /** It survives the process. */
  readonly isKept: boolean;
  readonly facts: JournalFacts;
  readonly periods: Readonly<Record<Period, PeriodFields>>;
  save(period: Period, fields: PeriodFields): Promise<void>;
  saveFacts(facts: JournalFacts): Promise<void>;
  drop(period: Period): Promise<void>;
  close(): Promise<void>;
}

const mostGateways = 16;
const factsKey = 'facts';
const fieldKey = (period: Period, field: string) => `field!${period}!${field}`;

const newFacts = (): JournalFacts => ({
  gateway: randomBytes(6).toString('hex'),
  life: 0,
  epoch: '',
  acked: 0,
  members: {},
});

/** Without a disk: nothing is kept, and every start is another gateway. */
export function noJournal(): Promise<Journal> {
  const nothing = () => Promise.resolve();
  return Promise.resolve({
    isKept: false,
    facts: newFacts(),
    periods: {},
    save: nothing,
    saveFacts: nothing,
    drop: nothing,
    close: nothing,
  });
}

export async function openJournal(data: string): Promise<Journal> {
  for (let number = 1; ; number += 1) {
    try {
      return await journalOf(await LevelFile.open(path.join(data, `budgets-${number}`)));
    } catch (error) {
      if (!isLocked(error) || number === mostGateways) throw error;
    }
  }
}

const put = (key: string, value: string) => ({ type: 'put' as const, key, value: Buffer.from(value) });

async function journalOf(level: LevelFile): Promise<Journal> {
  const text = (await level.get(factsKey))?.toString();
  const known = text === undefined ? newFacts() : (JSON.parse(text) as JournalFacts);
  const facts = { ...known, life: known.life + 1 };
  await level.batch([put(factsKey, JSON.stringify(facts))], { sync: true });
  const periods: Record<Period, Record<string, string>> = {};
  for await (const [key, value] of level.entries('field')) {
    const [, period = '', ...field] = key.split('!');
    (periods[period] ??= {})[field.join('!')] = value.toString();
  }
  return {
    isKept: true,
    facts,
    periods,
    save: (period, fields) =>
      level.batch(Object.entries(fields).map(([field, value]) => put(fieldKey(period, field), value))),
    saveFacts: (next) => level.batch([put(factsKey, JSON.stringify(next))]),
    drop: async (period) => {
      const gone: { type: 'del'; key: string }[] = [];
      for await (const [key] of level.entries(`field!${period}`)) gone.push({ type: 'del', key });
      await level.batch(gone);
    },
    close: () => level.close(),
  };
}
