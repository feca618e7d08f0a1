// Keeps the history within its bounds: old detail becomes weekly, what is too old goes, and where that is not enough, detail of
// ever younger days and then the oldest weeks.
import { undoFor } from '../../history/deletion';
import type { HistoryBackend } from './backend';

export interface UpkeepParts {
  readonly backend: HistoryBackend;
  readonly clock: () => number;
  /** Bytes, and milliseconds of full detail and of anything at all. */
  readonly limits: { readonly bytes: number; readonly detail: number; readonly age: number };
  /** More was given up than the settings ask for, since the history had grown too large. */
  readonly onShrunk: (facts: { readonly before: string; readonly deleted: boolean }) => void;
}

const day = 86_400_000;
const week = 7 * day;
/** 1 January 1970 was a Thursday. */
const mondayBefore = (time: number): number => time - ((((time - 4 * day) % week) + week) % week);

/** Days of detail, and then of anything, that are tried in turn. */
const details = [365, 180, 90, 30, 14, 7];
const ages = [3_650, 1_825, 1_095, 730, 365, 180, 90, 30, 14, 7];

/** So that it is not at the limit again the next hour. */
const room = 0.9;

export class HistoryUpkeep {
  /** Up to when it was thinned by age; moves once a week. */
  #thinned = -Infinity;
  bytes = 0;

  constructor(private readonly parts: UpkeepParts) {}

  async run(): Promise<void> {
    const { backend, clock, limits } = this.parts;
    for (const scope of await backend.scopes()) await backend.of(scope).purge(clock() - undoFor);
    const before = mondayBefore(clock() - limits.detail);
    if (before > this.#thinned) {
      if (limits.age !== Infinity) await this.#thin(clock() - limits.age, true);
      await this.#thin(before, false);
      this.#thinned = before;
    }
    this.bytes = await backend.bytes(limits.bytes);
    if (this.bytes > limits.bytes) await this.#shrink();
  }

  async #shrink(): Promise<void> {
    const { backend, clock, limits, onShrunk } = this.parts;
    const steps = [
      ...details.map((days) => ({ days, deleted: false })),
      ...ages.map((days) => ({ days, deleted: true })),
    ];
    for (const { days, deleted } of steps) {
      if (days * day >= (deleted ? limits.age : limits.detail)) continue;
      const before = deleted ? clock() - days * day : mondayBefore(clock() - days * day);
      await this.#thin(before, deleted);
      onShrunk({ before: new Date(before).toISOString().slice(0, 10), deleted });
      this.bytes = await backend.bytes(limits.bytes * room);
      if (this.bytes <= limits.bytes * room) return;
    }
  }

  async #thin(before: number, drop: boolean): Promise<void> {
    const { backend } = this.parts;
    for (const scope of await backend.scopes()) await backend.of(scope).thin(before, drop);
  }
}
