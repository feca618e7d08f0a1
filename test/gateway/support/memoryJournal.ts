// A journal that outlives the ledger of a test as a disk outlives a process.
import type { Journal, JournalFacts } from '../../../src/gateway/ledger/journal';

export class MemoryJournal implements Journal {
  readonly isKept = true;
  facts: JournalFacts;
  periods: Record<string, Record<string, string>> = {};

  constructor(gateway: string) {
    this.facts = { gateway, life: 1, epoch: '', acked: 0, members: {} };
  }

  /** As the next process finds it; what the former one still writes is lost. */
  reopen(): MemoryJournal {
    const next = new MemoryJournal(this.facts.gateway);
    next.facts = { ...this.facts, life: this.facts.life + 1 };
    next.periods = structuredClone(this.periods);
    return next;
  }

  save(period: string, fields: Readonly<Record<string, string>>): Promise<void> {
    this.periods[period] = { ...this.periods[period], ...fields };
    return Promise.resolve();
  }

  saveFacts(facts: JournalFacts): Promise<void> {
    this.facts = facts;
    return Promise.resolve();
  }

  drop(period: string): Promise<void> {
    delete this.periods[period];
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
