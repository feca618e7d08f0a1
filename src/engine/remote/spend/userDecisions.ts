// What stands between a request and the service until a person decides: held for approval, declined or stopped. Kept for
// exactly that request, with the count that was wanted, whatever is sent for it; it survives a restart. Where whole blocks are
// fetched, it decides every count of its block, because the same is sent for each. What was declined or stopped is so in every
// window; what is held is held in its workbook, and in another one the same request is looked at afresh. A window that was opened
// while the store failed does not know what was decided before: it reads that as soon as it can, and sends nothing until then.
import { exactSlot, type DataRequest } from '../../request/dataRequest';
import { paidCount } from '../../../operations';
import { isHoldReason, type HoldReason } from '../../request/holdReason';
import type { GuardedStore } from '../../ports/guardedStore';
import type { Settings } from '../../request/settings';
import type { WindowMessage } from '../../ports/crossWindow';
import { ReplicatedTable, type Keyed } from './replicatedTable';

export type UserDecision = HoldReason | 'declined' | 'stopped';

export interface DecisionRow {
  readonly v: 1;
  readonly decision: UserDecision;
  readonly at: number;
  /** When the older result that is shown meanwhile was fetched. */
  readonly shown?: number | undefined;
  /** The workbook whose formulas were held. */
  readonly workbook: string;
  /** The count of the whole block; its slot has the count that was wanted. Missing: the slot has the count that was sent. */
  readonly block?: number | undefined;
}

export const isHold = (decision: UserDecision): decision is HoldReason =>
  decision !== 'declined' && decision !== 'stopped';

const isDecision = (value: unknown): value is UserDecision =>
  value === 'declined' || value === 'stopped' || isHoldReason(value);

/** In place of a row that was taken back: the date of the last decision that this takes back. */
export interface TakenBack {
  readonly takenBack: number;
}

const isTakenBack = (value: unknown): value is TakenBack =>
  typeof value === 'object' && value !== null && 'takenBack' in value;

const refusal: DecisionRow = { v: 1, decision: 'declined', at: 0, workbook: '' };

/** A damaged hold is looked at afresh; a damaged refusal stays one. */
function parse(slot: string, value: unknown): DecisionRow | TakenBack | undefined {
  if (value === undefined || isTakenBack(value)) return value;
  const row: Partial<DecisionRow> | null = value;
  if (row?.v === 1 && isDecision(row.decision) && Number.isFinite(row.at)) return row as DecisionRow;
  return slot.includes(' @') ? undefined : refusal;
}

/** Whoever takes something back knows what was decided until then, and nothing that was decided since. */
const order = (
  version: DecisionRow | TakenBack,
): readonly [date: number, isTakenBack: number, text: string] =>
  isTakenBack(version) ? [version.takenBack, 1, ''] : [version.at, 0, JSON.stringify(version)];

/** The later decision holds; of two of the same moment, the same one in every window. */
export function mergeDecisions<V extends DecisionRow | TakenBack>(known: V, other: V): V {
  const [a, b] = [order(known), order(other)];
  const differs = a.findIndex((part, place) => part !== b[place]);
  return differs >= 0 && b[differs]! > a[differs]! ? other : known;
}

/** The key of the request that a row decides. */
const keyOf = (slot: string, { decision, workbook }: DecisionRow): string =>
  (isHold(decision) ? slot.slice(0, -` @${workbook}`.length) : slot).replace(/#\d+$/, '');

/** Under which name rows of the same block are found together; one without a block is the whole block it names. */
const blockOf = (slot: string, row: DecisionRow): string =>
  row.block === undefined
    ? slot
    : `${exactSlot(keyOf(slot, row), row.block)}${isHold(row.decision) ? ` @${row.workbook}` : ''}`;

const slotOf = ({ key, count }: DataRequest): string => exactSlot(key, count);

const blockCount = ({ operation, count }: DataRequest): number | undefined =>
  count === undefined ? undefined : paidCount(operation, count);

const most = 20_000;

export interface UserDecisionsParts {
  readonly store: GuardedStore;
  readonly settings: () => Settings;
  readonly now: () => number;
  /** Names the open workbook, which may be saved under another name. */
  readonly workbook: () => string;
  /** When the result that is shown was fetched. */
  readonly shown: (request: DataRequest) => number | undefined;
  readonly broadcast: (message: WindowMessage) => void;
  /** Something was held for want of the store. */
  readonly waitsForStore: () => void;
  readonly changed: () => void;
}

export class UserDecisions {
  private readonly table: ReplicatedTable<DecisionRow, TakenBack>;
  /** The slots of each block that were ever decided. */
  private readonly blocks = new Map<string, Set<string>>();
  /** Keys of what this window held for want of the store. */
  private readonly waiting = new Set<string>();
  private workbook: string;
  private isRead = false;
  private reading: Promise<void> | undefined;
  /** When everything that was declined or stopped was taken back, before it could be read. */
  private forgotten = -Infinity;
  /** What was refused, here or in another window, in the order in which it was heard here. */
  private readonly heard = new Map<string, number>();
  private turn = 0;

  constructor(private readonly parts: UserDecisionsParts) {
    this.workbook = parts.workbook();
    this.table = new ReplicatedTable<DecisionRow, TakenBack>({
      store: parts.store,
      area: 'decisions',
      parse,
      merge: mergeDecisions,
      isGone: isTakenBack,
      taken: (slot, row) => {
        if (isTakenBack(row)) return;
        const block = blockOf(slot, row);
        this.blocks.set(block, (this.blocks.get(block) ?? new Set()).add(slot));
      },
      broadcast: (rows) =>
        parts.broadcast({
          type: 'decided',
          rows: rows.map(([slot, row]) =>
            isTakenBack(row) ? [slot, undefined, row.takenBack] : [slot, row],
          ),
        }),
    });
  }

  /** False: nobody knows what was declined or stopped before. Where that could not be read, it is tried again. */
  async known(): Promise<boolean> {
    if (!this.isRead) await (this.reading ??= this.read().finally(() => (this.reading = undefined)));
    return this.isRead || this.parts.store.isRefused();
  }

  private async read(): Promise<void> {
    if (!(await this.table.read())) return;
    this.isRead = true;
    this.takeBackRefused(({ at }) => at <= this.forgotten);
    this.parts.changed();
  }

  /** A window was opened: it cannot read what is not stored. */
  tell(): void {
    this.table.tell();
  }

  get size(): number {
    return this.table.size;
  }

  of(request: DataRequest): DecisionRow | undefined {
    if (this.table.size === 0) return undefined;
    const [slot] = [...this.deciding(request, ''), ...this.deciding(request, this.here())];
    const row = slot === undefined ? undefined : this.table.get(slot);
    return row && isHold(row.decision) && row.workbook !== this.workbook ? undefined : row;
  }

  /** A hold does not take back what a person declined or stopped. */
  set(requests: readonly DataRequest[], decision: UserDecision): void {
    const { shown } = this.parts;
    const refused = (request: DataRequest) =>
      this.deciding(request, '').some((slot) => !isHold(this.table.get(slot)?.decision ?? decision));
    const decided = (slot: string, request: DataRequest) =>
      [
        slot,
        {
          v: 1,
          decision,
          at: this.dateFor(slot),
          workbook: this.workbook,
          shown: shown(request),
          block: blockCount(request),
        },
      ] as const;
    if (decision === 'store_down') {
      for (const { key } of requests) this.waiting.add(key);
      this.parts.waitsForStore();
    }
    if (isHold(decision))
      this.put(
        requests
          .filter((request) => !refused(request))
          .map((request) => decided(`${slotOf(request)}${this.here()}`, request)),
      );
    else {
      this.put([
        ...this.takingBack(requests.flatMap((request) => this.deciding(request, this.here()))),
        ...requests.map((request) => decided(slotOf(request), request)),
      ]);
      for (const request of requests) this.heard.set(slotOf(request), (this.turn += 1));
    }
    const surplus = this.table.size - most;
    if (surplus > 0) this.takeBack(this.leastNeeded().slice(0, surplus));
  }

  /** For `clear`: what is refused from here on stays refused. */
  mark(): number {
    return this.turn;
  }

  /** A person agreed to these, or their responses came. */
  clear(requests: readonly DataRequest[], since = Infinity): void {
    const places = ['', this.here()];
    const slots = requests
      .flatMap((request) => places.flatMap((place) => this.deciding(request, place)))
      .filter((slot) => (this.heard.get(slot) ?? 0) <= since);
    const unknown = requests
      .flatMap((request) => [slotOf(request), exactSlot(request.key, blockCount(request))])
      .flatMap((slot) => places.map((place) => slot + place))
      .filter((slot) => !this.table.get(slot));
    this.takeBack(slots);
    // Also what may be stored and could not be read yet. Other windows know what they know.
    if (!this.isRead)
      void this.table.put(
        unknown.map((slot) => [slot, { takenBack: this.dateFor(slot) }]),
        false,
      );
  }

  /** The store works again: what was held for want of it is looked at afresh. Returns the keys of those requests. */
  storeWorks(): string[] {
    const held = this.heldHere().filter(([, { decision }]) => decision === 'store_down');
    this.takeBack(held.map(([slot]) => slot));
    const keys = new Set([...this.waiting, ...held.map(([slot, row]) => keyOf(slot, row))]);
    this.waiting.clear();
    return [...keys];
  }

  /** What was declined or stopped may be asked for again. */
  forget(): void {
    if (!this.isRead) this.forgotten = this.parts.now();
    this.takeBackRefused(() => true);
  }

  /** Another window decided, and stores it. Returns the keys of what was refused: cells here may say that it is held. */
  receive(
    rows: readonly (readonly [slot: string, row: unknown, takenBack?: number | undefined])[],
  ): string[] {
    const taken = this.table.receive(
      rows.map(([slot, row, takenBack = this.parts.now()]) => [slot, row ?? { takenBack }]),
    );
    const refused: string[] = [];
    for (const [slot, row] of taken) {
      this.heard.delete(slot);
      if (isTakenBack(row) || isHold(row.decision)) continue;
      this.heard.set(slot, (this.turn += 1));
      refused.push(keyOf(slot, row));
    }
    return refused;
  }

  /** Resolves when everything that was decided is stored, as far as it can be. */
  written(): Promise<void> {
    return this.table.written();
  }

  /** The oldest first, and holds before all else: the gate holds again what it held. */
  private leastNeeded(): string[] {
    const rows = [...this.table.entries()];
    const slots = (isLeast: boolean) =>
      rows.filter(([, { decision }]) => isHold(decision) === isLeast).map(([slot]) => slot);
    return [...slots(true), ...slots(false)];
  }

  private takeBackRefused(isConcerned: (row: DecisionRow) => boolean): void {
    this.takeBack(
      [...this.table.entries()]
        .filter(([, row]) => !isHold(row.decision) && isConcerned(row))
        .map(([slot]) => slot),
    );
  }

  private takeBack(slots: readonly string[]): void {
    this.put(this.takingBack(slots));
  }

  private takingBack(slots: readonly string[]): Keyed<TakenBack>[] {
    return slots.flatMap((slot) => {
      const row = this.table.get(slot);
      return row ? [[slot, { takenBack: row.at }] as const] : [];
    });
  }

  private put(rows: readonly Keyed<DecisionRow | TakenBack>[]): void {
    if (rows.length === 0) return;
    for (const [slot] of rows) this.heard.delete(slot);
    void this.table.put(rows);
    this.parts.changed();
  }

  /** What is decided here is decided after all that is known here, however the clock was set. */
  private dateFor(slot: string): number {
    const known = this.table.version(slot);
    const before = known && (isTakenBack(known) ? known.takenBack : known.at);
    return Math.max(this.parts.now(), (before ?? -1) + 1, this.forgotten + 1);
  }

  /** What comes after the slot of a hold in this workbook; what it held under another name stays held. */
  private here(): string {
    const before = this.workbook;
    const held = this.parts.workbook() === before ? [] : this.heldHere();
    this.workbook = this.parts.workbook();
    const { workbook } = this;
    const here = ` @${workbook}`;
    this.put(held.map(([slot, row]) => [slot.slice(0, -` @${before}`.length) + here, { ...row, workbook }]));
    return here;
  }

  private heldHere(): Keyed<DecisionRow>[] {
    const isHere = ({ decision, workbook }: DecisionRow) => isHold(decision) && workbook === this.workbook;
    return [...this.table.entries()].filter(([, row]) => isHere(row));
  }

  /** The slots with a row that decides the request, that of its own count first. */
  private deciding(request: DataRequest, place: string): string[] {
    const own = slotOf(request) + place;
    const block = exactSlot(request.key, blockCount(request)) + place;
    const others = this.parts.settings().roundCounts
      ? [...(this.blocks.get(block) ?? [])]
      : [block].filter((slot) => this.table.get(slot)?.block === undefined);
    return [...new Set([own, ...others])].filter((slot) => this.table.get(slot));
  }
}
