// What stands between a request and the service until a person decides: held for approval, declined or stopped. Kept for
// exactly that request, with its count; it survives a restart. What was declined or stopped is so in every window; what is
// held is held in its workbook, and in another one the same request is looked at afresh. A window that was opened while the
// store failed does not know what was decided before: it reads that as soon as it can, and sends nothing until then.
import { sendingOf } from '../../request/countBlocks';
import type { DataRequest } from '../../request/dataRequest';
import { isHoldReason, type HoldReason } from '../../request/holdReason';
import type { GuardedStore } from '../../ports/guardedStore';
import type { Settings } from '../../request/settings';
import type { WindowMessage } from '../../ports/crossWindow';

export type Decision = HoldReason | 'declined' | 'stopped';

export interface DecisionRow {
  readonly v: 1;
  readonly decision: Decision;
  readonly at: number;
  /** When the older result that is shown meanwhile was fetched. */
  readonly shown?: number | undefined;
  /** The workbook whose formulas were held. */
  readonly workbook: string;
}

export const isHold = (decision: Decision): decision is HoldReason =>
  decision !== 'declined' && decision !== 'stopped';

const isDecision = (value: unknown): value is Decision =>
  value === 'declined' || value === 'stopped' || isHoldReason(value);

function readDecision(value: unknown): DecisionRow | undefined {
  const row = value as Partial<DecisionRow> | null | undefined;
  const sound = row?.v === 1 && isDecision(row.decision) && Number.isFinite(row.at);
  return sound ? (row as DecisionRow) : undefined;
}

const refusal = (at: number): DecisionRow => ({ v: 1, decision: 'declined', at, workbook: '' });

/** The key of the request that a row decides. */
const keyOf = (slot: string, { decision, workbook }: DecisionRow): string =>
  (isHold(decision) ? slot.slice(0, -` @${workbook}`.length) : slot).replace(/#\d+$/, '');

/** Undefined: it was taken back, and when that had been decided, where it is known. */
type Change = readonly [slot: string, row: DecisionRow | undefined, takenBack?: number | undefined];

const most = 20_000;

export interface UserDecisionsParts {
  readonly store: GuardedStore;
  readonly settings: () => Settings;
  readonly now: () => number;
  readonly workbook: () => string;
  /** When the result that is shown was fetched. */
  readonly shown: (request: DataRequest) => number | undefined;
  readonly broadcast: (message: WindowMessage) => void;
  /** Something was held for want of the store. */
  readonly waitsForStore: () => void;
  readonly changed: () => void;
}

export class UserDecisions {
  private readonly rows = new Map<string, DecisionRow>();
  /** Keys of what this window held for want of the store. */
  private readonly waiting = new Set<string>();
  /** Decided or taken back since this window was opened: what is stored may be older. Undefined once the store was read. */
  private newer: Set<string> | undefined = new Set();
  private reading: Promise<void> | undefined;
  /** Everything that was declined or stopped before was taken back, and could not be read yet. */
  private isForgotten = false;
  /** Decided or taken back here, and not stored yet. */
  private readonly unwritten = new Map<string, Change>();
  private writing: Promise<void> | undefined;
  /** What other windows refused, in the order in which it was heard here. */
  private readonly heard = new Map<string, number>();
  private turn = 0;

  constructor(private readonly parts: UserDecisionsParts) {
    parts.store.onRestored(() => {
      void parts.store.put('decisions', [...this.rows]);
      this.store();
    });
  }

  /** False: nobody knows what was declined or stopped before. Where that could not be read, it is tried again. */
  async known(): Promise<boolean> {
    if (this.newer) await (this.reading ??= this.read().finally(() => (this.reading = undefined)));
    return !this.newer || this.parts.store.isRefused();
  }

  private async read(): Promise<void> {
    const stored = await this.parts.store.read('decisions');
    for (const [slot, value] of stored ?? []) {
      // A damaged hold is looked at afresh; a damaged refusal stays one.
      const row = readDecision(value) ?? (slot.includes(' @') ? undefined : refusal(this.parts.now()));
      if (row && !this.newer?.has(slot)) this.rows.set(slot, row);
    }
    if (!stored) return;
    if (this.isForgotten) this.forget((slot) => !this.newer?.has(slot));
    this.newer = undefined;
    this.parts.changed();
  }

  /** A window was opened: it cannot read what is not stored. */
  tell(): void {
    if (this.unwritten.size > 0)
      this.parts.broadcast({ type: 'decided', rows: [...this.unwritten.values()] });
  }

  get size(): number {
    return this.rows.size;
  }

  of(request: DataRequest): DecisionRow | undefined {
    if (this.rows.size === 0) return undefined;
    const row = this.rows.get(this.slot(request)) ?? this.rows.get(this.holdSlot(request));
    return row && isHold(row.decision) && row.workbook !== this.parts.workbook() ? undefined : row;
  }

  /** A hold does not take back what a person declined or stopped. */
  set(requests: readonly DataRequest[], decision: Decision): void {
    const { now, workbook, shown } = this.parts;
    const row: DecisionRow = { v: 1, decision, at: now(), workbook: workbook() };
    const refused = (request: DataRequest) => {
      const known = this.rows.get(this.slot(request));
      return known && !isHold(known.decision);
    };
    if (decision === 'store_down') {
      for (const { key } of requests) this.waiting.add(key);
      this.parts.waitsForStore();
    }
    if (isHold(decision))
      this.write(
        requests
          .filter((request) => !refused(request))
          .map((request) => [this.holdSlot(request), { ...row, shown: shown(request) }]),
      );
    else
      this.write([
        ...requests.map((request) => [this.holdSlot(request), undefined] as const),
        ...requests.map((request) => [this.slot(request), { ...row, shown: shown(request) }] as const),
      ]);
    const surplus = [...this.rows.keys()].slice(0, Math.max(0, this.rows.size - most));
    this.write(surplus.map((slot) => [slot, undefined]));
  }

  /** For `clear`: what another window refuses from here on stays refused. */
  mark(): number {
    return this.turn;
  }

  /** A person agreed to these, or their responses came. */
  clear(requests: readonly DataRequest[], since = Infinity): void {
    const slots = requests
      .flatMap((request) => [this.slot(request), this.holdSlot(request)])
      .filter((slot) => (this.heard.get(slot) ?? 0) <= since);
    this.remove(slots.filter((slot) => this.rows.has(slot)));
    // Also what may be stored and could not be read yet. Other windows know what they know.
    if (this.newer) this.note(slots.filter((slot) => !this.rows.has(slot)).map((slot) => [slot, undefined]));
  }

  /** The store works again: what was held for want of it is looked at afresh. Returns the keys of those requests. */
  storeWorks(): string[] {
    const here = this.parts.workbook();
    const held = [...this.rows].filter(
      ([, { decision, workbook }]) => decision === 'store_down' && workbook === here,
    );
    this.remove(held.map(([slot]) => slot));
    const keys = new Set([...this.waiting, ...held.map(([slot, row]) => keyOf(slot, row))]);
    this.waiting.clear();
    return [...keys];
  }

  /** What was declined or stopped may be asked for again. */
  forget(isConcerned: (slot: string) => boolean = () => true): void {
    this.isForgotten = this.newer !== undefined;
    const refused = [...this.rows].filter(([, { decision }]) => !isHold(decision)).map(([slot]) => slot);
    this.remove(refused.filter(isConcerned));
  }

  /** Another window decided, and stores it. Returns the keys of what was refused: cells here may say that it is held. */
  receive(
    rows: readonly (readonly [slot: string, row: unknown, takenBack?: number | undefined])[],
  ): string[] {
    const refused: string[] = [];
    const standing: Change[] = [];
    for (const [slot, value, takenBack] of rows) {
      const row = readDecision(value);
      const known = this.rows.get(slot);
      // Whoever took back what was refused before did not know that it was refused again since.
      if (!row && known && !isHold(known.decision) && takenBack !== undefined && takenBack !== known.at) {
        standing.push([slot, known]);
        continue;
      }
      this.newer?.add(slot);
      this.unwritten.delete(slot);
      if (row) this.rows.set(slot, row);
      else this.rows.delete(slot);
      this.heard.delete(slot);
      if (!row || isHold(row.decision)) continue;
      this.heard.set(slot, (this.turn += 1));
      refused.push(keyOf(slot, row));
    }
    this.write(standing);
    return refused;
  }

  private remove(slots: readonly string[]): void {
    this.write(slots.map((slot) => [slot, undefined, this.rows.get(slot)?.at]));
  }

  private write(rows: readonly Change[]): void {
    if (rows.length === 0) return;
    this.note(rows);
    this.parts.broadcast({ type: 'decided', rows });
    this.parts.changed();
  }

  private note(rows: readonly Change[]): void {
    for (const change of rows) {
      const [slot, row] = change;
      this.newer?.add(slot);
      this.unwritten.set(slot, change);
      this.heard.delete(slot);
      this.rows.delete(slot);
      if (row) this.rows.set(slot, row);
    }
    this.store();
  }

  /** Resolves when everything that was decided is stored, as far as it can be. */
  async written(): Promise<void> {
    while (this.writing) await this.writing;
  }

  /** One write after the other: an earlier one must not end up over a later one. */
  private store(): void {
    this.writing ??= this.writeDown().then((isDone) => {
      this.writing = undefined;
      // What was decided meanwhile.
      if (isDone && this.unwritten.size > 0) this.store();
    });
  }

  /** False: it is tried again with what is decided next, and when the store works again. */
  private async writeDown(): Promise<boolean> {
    const { store } = this.parts;
    const rows = [...this.unwritten.values()];
    const kept = rows.flatMap(([slot, row]) => (row ? [[slot, row] as const] : []));
    const gone = rows.flatMap(([slot, row]) => (row ? [] : [slot]));
    const [outcome] = await Promise.all([store.put('decisions', kept), store.delete('decisions', gone)]);
    if (outcome !== 'done' || store.isDown() || store.isRefused()) return false;
    for (const change of rows) if (this.unwritten.get(change[0]) === change) this.unwritten.delete(change[0]);
    return true;
  }

  private slot(request: DataRequest): string {
    return sendingOf(request, this.parts.settings()).exact;
  }

  private holdSlot(request: DataRequest): string {
    return `${this.slot(request)} @${this.parts.workbook()}`;
  }
}
