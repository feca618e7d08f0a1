// What people decided and saved in their workbooks, kept for everyone who shares their history: matches and filter sets. Of two
// changes of the same entry the later one stands, as in a workbook; of two in the same moment the same one at every gateway, whichever
// it heard of first. What was taken back stays as an entry that says so, so that an older copy does not bring it back.
import { z } from 'zod';
import { decisionKey } from '../../match/decision';
import { operationIds } from '../../operations';
import { Problem } from '../http/problem';
import { sha256 } from '../people/keyDigest';
import type { GatewaySettings } from '../settings/settings';
import { meet, recordSize, openRecords, type RecordPlace, type Versioned } from '../stores/recordPlaces';
import { NewerFormat } from '../stores/storedFormat';
import type { Log } from '../telemetry/log';

const text = z.string().min(1).max(500);
const at = z.number().int().min(1).max(8_640_000_000_000_000);
const takenBack = { at, forgotten: z.literal(true) };
const ofMatch = { operation: z.enum(operationIds), item: text };
const ofSet = { name: z.string().trim().min(1).max(200) };

export const matchSchema = z.union([
  z.strictObject({
    ...ofMatch,
    at,
    accepted: z.array(z.strictObject({ id: text, name: z.string().max(500) })).max(50),
    seen: z.array(z.string().max(500)).max(200),
  }),
  z.strictObject({ ...ofMatch, ...takenBack }),
]);
export const filterSet = z.union([
  z.strictObject({ ...ofSet, at, params: z.record(z.string().max(64), z.unknown()) }),
  z.strictObject({ ...ofSet, ...takenBack }),
]);
export type SharedMatch = z.infer<typeof matchSchema>;
export type SharedSet = z.infer<typeof filterSet>;

export interface SharedLists {
  readonly matches: readonly SharedMatch[];
  readonly filters: readonly SharedSet[];
}

type Kind = keyof SharedLists;
type Entry = SharedMatch | SharedSet;

interface SharedRecord extends Versioned {
  readonly scope: string;
  readonly kind: Kind;
  readonly entry: Entry;
}

const nameOf = (entry: Entry): string =>
  'item' in entry ? decisionKey(entry) : entry.name.trim().toLowerCase();

/** The moment, then a number that the content decides; together a whole number, which Redis compares. */
const inOneMoment = 1_024;
const versionOf = (entry: Entry): number =>
  entry.at * inOneMoment +
  (Buffer.from(sha256(JSON.stringify(entry)), 'base64url').readUInt16BE() % inOneMoment);

/** Of one history, and of all of them: entries, and characters of their JSON. All are in memory, and sent together. */
const most = { ofScope: 20_000, ofAll: 200_000, sizeOfScope: 20_000_000, sizeOfAll: 200_000_000 };

/** Clocks differ a little. */
const longestAhead = 3_600_000;
const retryAfter = 500;

export interface SharedBookParts {
  readonly place: RecordPlace<SharedRecord>;
  readonly clock: () => number;
}

export class SharedBook {
  /** By the name of the history. */
  private readonly scopes = new Map<string, Map<string, SharedRecord>>();
  private size = 0;
  /** Characters, by the name of the history; and of all of them. */
  private readonly sizes = new Map<string, number>();
  private sizeOfAll = 0;
  private again: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly parts: SharedBookParts) {
    parts.place.listen({
      changed: (record) => this.take(record),
      heard: () => undefined,
      connected: () => void this.load(),
    });
  }

  /** What stands is read until that succeeds: changes made meanwhile are not told again. */
  async load(): Promise<void> {
    clearTimeout(this.again);
    try {
      const known = [...this.scopes.values()].flatMap((scope) => [...scope.values()]);
      await meet(this.parts.place, known, (record) => this.take(record));
    } catch {
      if (!this.isClosed) this.again = setTimeout(() => void this.load(), retryAfter).unref();
    }
  }

  of(scope: string): SharedLists {
    const lists = { matches: [] as SharedMatch[], filters: [] as SharedSet[] };
    for (const { entry } of this.scopes.get(scope)?.values() ?? [])
      if ('item' in entry) lists.matches.push(entry);
      else lists.filters.push(entry);
    return lists;
  }

  /** Rejects where it cannot be kept: whoever changed something tells it again later. */
  async put(scope: string, { matches, filters }: SharedLists): Promise<void> {
    const now = this.parts.clock();
    const records = [...matches, ...filters].map((given): SharedRecord => {
      // A time that is still to come was told by a clock that is wrong, and would stand before everything until then.
      const entry = { ...given, at: Math.min(given.at, now + longestAhead) };
      const kind = 'item' in entry ? 'matches' : 'filters';
      const id = sha256(`${scope}\n${kind}\n${nameOf(entry)}`);
      return { id, version: versionOf(entry), scope, kind, entry };
    });
    this.checkRoom(scope, records);
    await this.parts.place.join(records);
    for (const record of records) this.take(record);
  }

  private checkRoom(scope: string, records: readonly SharedRecord[]): void {
    const own = this.scopes.get(scope);
    const given = new Map(records.map((record) => [record.id, record.entry]));
    let [added, more] = [0, 0];
    for (const [id, entry] of given) {
      const known = own?.get(id);
      if (!known) added += 1;
      more += recordSize(entry) - (known ? recordSize(known.entry) : 0);
    }
    const isCrowded = (own?.size ?? 0) + added > most.ofScope || this.size + added > most.ofAll;
    const isLarge =
      (this.sizes.get(scope) ?? 0) + more > most.sizeOfScope || this.sizeOfAll + more > most.sizeOfAll;
    // Taking something back is always heard.
    if ((added > 0 && isCrowded) || (more > 0 && isLarge))
      throw new Problem(
        409,
        'This gateway keeps no more matches and filter sets. Delete some that are no longer used.',
      );
  }

  close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.again);
    return this.parts.place.close();
  }

  private take(record: SharedRecord): void {
    const own = this.scopes.get(record.scope) ?? new Map<string, SharedRecord>();
    this.scopes.set(record.scope, own);
    const known = own.get(record.id);
    if (known && known.version >= record.version) return;
    if (!known) this.size += 1;
    const more = recordSize(record.entry) - (known ? recordSize(known.entry) : 0);
    this.sizes.set(record.scope, (this.sizes.get(record.scope) ?? 0) + more);
    this.sizeOfAll += more;
    own.set(record.id, record);
  }
}

const form = {
  isRecord: ({ scope, entry }: SharedRecord) =>
    typeof scope === 'string' && typeof entry === 'object' && typeof entry?.at === 'number',
};

/** Undefined where nothing outlives this process. */
export async function openShared(
  settings: GatewaySettings,
  { clock, log }: { readonly clock: () => number; readonly log: Log },
): Promise<SharedBook | undefined> {
  try {
    const place = await openRecords<SharedRecord>(settings, 'shared', 'entry', form);
    if (!place) return undefined;
    const book = new SharedBook({ place, clock });
    await book.load();
    return book;
  } catch (error) {
    if (error instanceof NewerFormat) throw error;
    log.error({ reason: (error as Error).message }, 'matches and filter sets cannot be stored');
    return undefined;
  }
}
