// The history of what passes through the gateway: written after each paid response, read by the add-in, kept within its bounds.
import { undoFor } from '../../history/deletion';
import type { HistoryReader, HistoryStore, ItemFilter } from '../../history/store';
import type { Walk } from '../../history/walk';
import type { FinishedCall } from '../calls/finishedCall';
import type { WireRequest } from '../calls/wireRequest';
import type { Person } from '../people/person';
import { serviceName, type GatewaySettings } from '../settings/settings';
import type { Log } from '../telemetry/log';
import type { Metrics } from '../telemetry/metrics';
import { clockJumps } from '../stores/clockJumps';
import type { HistoryBackend } from './backend';
import { HistoryWriter, type HistoryHealth, type WriterParts } from './historyWriter';
import { keyDigest, sha256 } from '../people/keyDigest';

// Whose history it is. In personal mode it belongs to a key at a service, as responses do; in a team that shares what it paid
// for, to the team, whichever key it has.

type ScopeSettings = Pick<GatewaySettings, 'mode' | 'shareCache' | 'upstream'>;
type ScopeOf = (person: Person) => string;

export function historyScope({ mode, shareCache, upstream }: ScopeSettings): ScopeOf {
  const service = serviceName(upstream);
  if (mode === 'team' && shareCache) {
    const team = `team-${sha256(service).slice(0, 12)}`;
    return () => team;
  }
  return ({ id, key }) => {
    const account = mode === 'personal' ? keyDigest(key) : '';
    return `own-${sha256(`${service}\n${account}\n${id}`)}`;
  };
}

// Keeps the history within its bounds: old detail becomes weekly, what is too old goes, and where that is not enough, detail of
// ever younger days and then the oldest weeks.

interface UpkeepParts {
  readonly backend: HistoryBackend;
  readonly clock: () => number;
  /** Milliseconds since some start; never jumps. */
  readonly elapsed: () => number;
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
  private thinned = -Infinity;
  private readonly hasJumped: () => boolean;
  bytes = 0;

  constructor(private readonly parts: UpkeepParts) {
    this.hasJumped = clockJumps(parts.clock, parts.elapsed);
  }

  async run(): Promise<void> {
    const { backend, clock, limits } = this.parts;
    if (this.hasJumped()) return;
    for (const scope of await backend.scopes()) await backend.of(scope).purge(clock() - undoFor);
    const before = mondayBefore(clock() - limits.detail);
    if (before > this.thinned) {
      if (limits.age !== Infinity) await this.thin(clock() - limits.age, true);
      await this.thin(before, false);
      this.thinned = before;
    }
    this.bytes = await backend.bytes(limits.bytes);
    if (this.bytes > limits.bytes) await this.shrink();
  }

  private async shrink(): Promise<void> {
    const { backend, clock, limits, onShrunk } = this.parts;
    const steps = [
      ...details.map((days) => ({ days, deleted: false })),
      ...ages.map((days) => ({ days, deleted: true })),
    ];
    for (const { days, deleted } of steps) {
      if (days * day >= (deleted ? limits.age : limits.detail)) continue;
      const before = deleted ? clock() - days * day : mondayBefore(clock() - days * day);
      await this.thin(before, deleted);
      onShrunk({ before: new Date(before).toISOString().slice(0, 10), deleted });
      this.bytes = await backend.bytes(limits.bytes * room);
      if (this.bytes <= limits.bytes * room) return;
    }
  }

  private async thin(before: number, drop: boolean): Promise<void> {
    const { backend } = this.parts;
    for (const scope of await backend.scopes()) await backend.of(scope).thin(before, drop);
  }
}

export interface GatewayHistoryParts
  extends Omit<UpkeepParts, 'onShrunk'>, Pick<WriterParts, 'delay' | 'outbox' | 'reasonOf'> {
  readonly scopeOf: ScopeOf;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Bytes that may be owed: on disk a weekend of a busy team. */
const owedBytes = { disk: 512_000_000, memory: 32_000_000 };
const upkeepEvery = 3_600_000;
const firstUpkeep = 60_000;

export class GatewayHistory {
  private readonly writer: HistoryWriter;
  private readonly keeper: HistoryUpkeep;
  private readonly timers: readonly NodeJS.Timeout[];

  constructor(private readonly parts: GatewayHistoryParts) {
    const { outbox, log, metrics } = parts;
    this.writer = new HistoryWriter({
      ...parts,
      maxOwed: outbox.outlives ? owedBytes.disk : owedBytes.memory,
      onWritten: (count) => metrics.historyWritten.inc(count),
      onLost: (count, why) => {
        metrics.historyLost.inc(count);
        log.error({ count, why }, 'responses missing from the history');
      },
      onChange: (health) => log[health.state === 'ok' ? 'info' : 'warn'](health, 'history'),
    });
    this.keeper = new HistoryUpkeep({
      ...parts,
      onShrunk: (facts) => log.warn(facts, 'the history was at its size limit'),
    });
    void this.writer.probe();
    this.timers = [
      setTimeout(() => void this.upkeep(), firstUpkeep).unref(),
      setInterval(() => void this.upkeep(), upkeepEvery).unref(),
    ];
  }

  get kept(): HistoryBackend['kept'] {
    return this.parts.backend.kept;
  }

  get health(): HistoryHealth {
    return this.writer.health;
  }

  /** What this person may read. */
  of(person: Person): HistoryReader & Pick<HistoryStore, 'size'> {
    return this.parts.backend.of(this.parts.scopeOf(person));
  }

  /** Whose history a person reads; no secret, and the same for as long as the history is theirs. */
  scopeOf(person: Person): string {
    return this.parts.scopeOf(person);
  }

  /** For feeds, which know a history and no person. */
  inScope(scope: string): { readonly walk: Walk } & Pick<HistoryReader, 'response'> {
    const { backend } = this.parts;
    return { walk: backend.walk(scope), response: (request, at) => backend.of(scope).response(request, at) };
  }

  /** What is still to be written is written first, so that it comes back with the rest if the deletion is undone. */
  async delete(
    person: Person,
    filter: ItemFilter,
  ): Promise<{ readonly deletion: string; readonly at: number }> {
    const { backend, scopeOf, clock } = this.parts;
    await this.writer.flush();
    const at = clock();
    return { deletion: await backend.of(scopeOf(person)).delete(filter, at), at };
  }

  /** False where it is gone for good. */
  async undo(person: Person, deletion: string): Promise<boolean> {
    const { backend, scopeOf, clock } = this.parts;
    const history = backend.of(scopeOf(person));
    // Upkeep comes by once an hour; what can be brought back must not depend on when.
    await history.purge(clock() - undoFor);
    return history.undo(deletion);
  }

  /** A call has finished; nothing waits for this. */
  note(request: WireRequest, person: Person, { facts, packed }: FinishedCall): void {
    if (facts.status !== 200 || facts.records === null) return;
    const { operation, key, params, raw } = request;
    const scope = this.parts.scopeOf(person);
    this.writer.note({
      scope,
      operation,
      request: key,
      params,
      raw,
      asked: facts.count,
      at: facts.at,
      packed,
    });
  }

  async upkeep(): Promise<void> {
    const { log, reasonOf } = this.parts;
    await this.keeper
      .run()
      .catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'history upkeep'));
  }

  measure(): void {
    const { metrics } = this.parts;
    const { state, owed } = this.health;
    metrics.historyOwed.set(owed);
    metrics.historyAway.set(state === 'ok' ? 0 : 1);
    metrics.historyBytes.set(this.keeper.bytes);
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    await this.writer.close();
    await this.parts.outbox.close();
    await this.parts.backend.close();
  }
}
