// Hands paid responses to the history after their cells have them. What is still to be handed over is noted in the store, so
// that a window that is closed in between loses nothing: the next one takes the response from the cache.
import { readStored, type CacheEntry } from '../local/cache';
import type { Archive, ArchivedResponse } from '../ports/archive';
import type { GuardedStore } from '../ports/guardedStore';
import type { DataRequest } from '../request/dataRequest';

interface Note extends Omit<ArchivedResponse, 'records'> {
  readonly v: 1;
  readonly slot: string;
  readonly fetchedAt: number;
}

const isNote = (value: unknown): value is Note =>
  typeof value === 'object' && value !== null && 'v' in value && value.v === 1 && 'slot' in value;

export class Archiving {
  constructor(
    private readonly store: GuardedStore,
    private readonly archive: Archive | undefined,
  ) {}

  /** Nobody waits for it. */
  keep({ operation, params, raw, key }: DataRequest, { slot, stored }: CacheEntry, at?: number): void {
    if (!this.archive) return;
    const { asked, fetchedAt, records } = stored;
    const response = { operation, request: key, params, raw, asked, at: at ?? fetchedAt };
    const id = `${slot}@${response.at}`;
    const note: Note = { v: 1, slot, fetchedAt, ...response };
    const noted = this.store.put('unarchived', [[id, note]]);
    void this.handOver(id, { ...response, records }, noted);
  }

  /** What an earlier window could not hand over. */
  async recover(): Promise<void> {
    if (!this.archive) return;
    for (const [id, note] of await this.store.entries('unarchived')) {
      const stored = isNote(note) ? readStored(await this.store.get('answers', note.slot)) : undefined;
      if (!isNote(note) || stored?.fetchedAt !== note.fetchedAt) {
        await this.store.delete('unarchived', [id]);
        continue;
      }
      const { operation, request, params, raw, asked, at } = note;
      await this.handOver(id, { operation, request, params, raw, asked, at, records: stored.records });
    }
  }

  private async handOver(id: string, response: ArchivedResponse, noted?: Promise<unknown>): Promise<void> {
    try {
      await this.archive?.append(response);
    } catch {
      // The note stays; the archive says itself why it cannot be written.
      return;
    }
    await noted;
    await this.store.delete('unarchived', [id]);
  }
}
