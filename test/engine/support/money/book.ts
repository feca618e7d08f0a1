// One workbook open in one window: cells that Excel calls, cancels and calls again, over an engine of its own.
import { createEngine } from '../../../../src/engine/createEngine';
import type { Engine } from '../../../../src/engine/engine';
import type { Purchases } from '../../../../src/engine/ports/purchases';
import * as remoteCode from '../../../../src/engine/remote/remoteEngine';
import type { DataRequest } from '../../../../src/engine/request/dataRequest';
import type { Settings } from '../../../../src/engine/request/settings';
import { paidCount } from '../../../../src/operations';
import { livingCells } from '../livingCells';
import type { SimulatedClock } from '../simulatedClock';
import type { Buyer } from './agreement';
import type { Machine } from './machine';

/** What a cell shows: the end of its last call. */
export type Shown = 'waits' | 'result' | { readonly code: string; readonly held?: string };

export interface Book extends Buyer {
  readonly engine: Engine;
  cells(): readonly (readonly [cell: string, requests: readonly DataRequest[]])[];
  shown(cell: string): readonly Shown[];
  /** What its cells wait for and was not sent. */
  waiting(): readonly DataRequest[];
  isAlive(): boolean;
  calculate(cell: string, requests: readonly DataRequest[], callFirst?: boolean): void;
  remove(cell: string): void;
  kill(): void;
  freeze(): void;
  thaw(): void;
  isFrozen(): boolean;
}

const paidCountOf = ({ operation, count }: DataRequest): number => paidCount(operation, count ?? 1);

/** Why a call is cancelled; without it, every cancellation would make an error with its stack. */
const edited = 'edited';

export interface BookParts {
  readonly name: string;
  readonly clock: SimulatedClock;
  readonly machine: Machine;
  readonly settings: () => Settings;
  readonly key: () => string;
  readonly purchases: Purchases;
  readonly online?: () => boolean;
  readonly hasLocks?: boolean;
  readonly send: (book: Book, url: string, init: RequestInit) => Promise<Response>;
}

export function openBook(parts: BookParts): Book {
  const { name, clock, machine, settings, key, purchases, online, hasLocks = true, send } = parts;
  const ports = machine.openWindow();
  const living = livingCells();
  let isFrozen = false;
  let thawedAt = 0;
  const calls = new Map<string, AbortController>();
  const ends = new Map<string, Shown[]>();
  const engine = createEngine({
    ...ports,
    locks: hasLocks ? ports.locks : undefined,
    fetch: async (url, init) => {
      const response = ports.isAlive() && (await send(book, url, init));
      await ports.awake();
      return response && ports.isAlive() ? response : new Promise<Response>(() => undefined);
    },
    random: machine.random,
    settings,
    key: () => ports.slowly(() => Promise.resolve(key())),
    remote: () => Promise.resolve(remoteCode),
    demand: living.demand,
    workbook: () => name,
    purchases,
    ...(online && { online }),
  });

  function calculate(cell: string, requests: readonly DataRequest[], callFirst = false): void {
    const old = calls.get(cell);
    const call = new AbortController();
    if (!callFirst) old?.abort(edited);
    calls.set(cell, call);
    living.note(cell, requests);
    const shown: Shown[] = requests.map(() => 'waits');
    ends.set(cell, shown);
    requests.forEach((request, place) => {
      engine.ask(request, { cell, signal: call.signal, bulk: requests.length > 1 }).then(
        () => (shown[place] = 'result'),
        (error: { code: string; facts: { held?: string } }) =>
          (shown[place] = { code: error.code, ...(error.facts.held && { held: error.facts.held }) }),
      );
    });
    if (callFirst) old?.abort(edited);
    engine.demandChanged();
  }

  engine.subscribe((event) => {
    if (event.type !== 'renewed' || !ports.isAlive()) return;
    for (const { cell, requests } of [...living.demand()])
      if (event.cells.includes(cell) || requests.some((each) => event.keys.includes(each.key)))
        calculate(cell, requests);
  });

  const book: Book = {
    name,
    openedAt: clock.elapsed(),
    engine,
    cells: () => [...living.demand()].map(({ cell, requests }) => [cell, requests] as const),
    shown: (cell) => ends.get(cell) ?? [],
    wanted: () => [...living.demand()].flatMap(({ requests }) => requests),
    underWay: () => new Set(engine.state().queue.map(({ request }) => request.key)),
    waiting() {
      const running = engine.state().queue.filter(({ state }) => state === 'running');
      const isSent = (request: DataRequest) =>
        running.some(
          ({ request: sent }) => sent.key === request.key && paidCountOf(sent) >= paidCountOf(request),
        );
      const waits = [...living.demand()].flatMap(({ cell, requests }) =>
        requests.filter((_, place) => ends.get(cell)?.[place] === 'waits'),
      );
      return waits.filter((request) => !isSent(request));
    },
    isAlive: ports.isAlive,
    calculate,
    remove(cell) {
      calls.get(cell)?.abort(edited);
      living.remove(cell);
      engine.demandChanged();
    },
    kill: () => ports.kill(),
    freeze() {
      isFrozen = true;
      ports.freeze();
    },
    thaw() {
      isFrozen = false;
      thawedAt = clock.elapsed();
      ports.thaw();
    },
    isFrozen: () => isFrozen,
    get hearsFrom() {
      return isFrozen ? Infinity : thawedAt;
    },
  };
  return book;
}
