// Everything needed to send, on top of the local engine: budget → schedule → retry → one attempt. Most calculations send
// nothing, so this code is loaded when a request first has to be sent (lazyRemote.ts).
import type { AskOptions, Engine, EngineState } from '../engine';
import type { Arrival } from '../local/arrivals';
import type { LocalEngine } from '../local/localEngine';
import { ageLimit } from '../local/freshness';
import type { RemoteMessage } from '../ports/crossWindow';
import type { Answer } from '../request/answer';
import type { DataRequest } from '../request/dataRequest';
import { SpillwayError } from '../request/errors';
import { createAdmission } from './admission';
import { createApprovals } from './approvals';
import { heldRequests } from './heldRequests';
import { expired } from './inFlight';
import { createRefresh } from './refresh';
import { noteStopped } from './recordOutcome';
import { createRemoteParts, type RemoteEngineParts, type RemoteParts } from './remoteParts';
import { resetSchedule } from './sendSchedule';

export type { RemoteEngineParts } from './remoteParts';

/** What sends, as the pane sees it. */
export type RemoteState = Pick<
  EngineState,
  'queue' | 'held' | 'done' | 'total' | 'eta' | 'windows' | 'circuitOpenUntil'
>;

export interface RemoteEngine extends Pick<
  Engine,
  'quote' | 'collect' | 'refresh' | 'approve' | 'reject' | 'stop' | 'usage'
> {
  /** Waits for the response. Undefined: a smaller call for the same request has ended, so look in the cache again. */
  join(request: DataRequest, options: AskOptions, arrival: Arrival): Promise<Answer | undefined>;
  /** Fetches an expired result again, in the background and within the budget; the old one is shown until then. */
  revalidate(request: DataRequest, options: AskOptions, arrival: Arrival): Promise<void>;
  /** Sends what waits, as far as it may be sent now. */
  pump(): void;
  /** The key changed: forgets what was learnt with the old one. */
  anotherKey(): void;
  /** Another window sent, at this time of `clock.elapsed()`. */
  noteSend(elapsed: number): void;
  /** Another window decided or spent something. */
  receive(message: RemoteMessage): void;
  /** The cache answered something for this workbook. */
  noteServed(): void;
  /** What was declined or stopped may be asked for again. */
  forgetDecisions(): void;
  /** Drops what was not sent, without remembering it: the page closes. */
  close(): Promise<void>;
  readonly spentToday: number;
  state(): RemoteState;
}

function remoteState(modules: RemoteParts): RemoteState {
  const { clock, circuit, inFlight, scheduler, windows } = modules;
  const elapsed = clock.elapsed();
  return {
    queue: inFlight.list().map((job) => ({
      request: job.request,
      cells: [...job.cells],
      state: job.state === 'running' ? 'running' : 'queued',
      since: job.since,
      credits: job.price,
    })),
    held: heldRequests(modules),
    done: inFlight.done,
    total: inFlight.total,
    eta: scheduler.doneAt,
    windows: windows.states(elapsed, clock.now()),
    circuitOpenUntil: circuit.openUntil,
  };
}

export function createRemoteEngine(local: LocalEngine, given: RemoteEngineParts): RemoteEngine {
  const parts = createRemoteParts(local, given);
  const { settings, account, paid, decisions, purchases, windows, statistic, scheduler, rate, inFlight } =
    parts;
  const admit = createAdmission(parts);
  let otherSends = 0;
  const dropUnsent = () => inFlight.dropUnsent(new SpillwayError('stopped', { billed: 'no' }));

  function noteServed(): void {
    for (const [key, count] of local.served) void purchases?.note(key, count);
    local.served.clear();
  }
  noteServed();

  return {
    ...createRefresh(parts),
    ...createApprovals(parts),
    async join(request, options, arrival) {
      if (!(await admit(request, options, arrival, false))) return undefined;
      const maxAge = ageLimit(request, options.maxAge, settings());
      const answer = inFlight.join(request, { ...options, maxAge });
      arrival.done();
      return answer;
    },
    async revalidate(request, options, arrival) {
      const { cell, maxAge } = options;
      const admitted = await admit(request, options, arrival, true).catch(() => false);
      if (!admitted) return;
      const job = inFlight.start(request, expired, cell === undefined ? [] : [cell]);
      job.maxAge = Math.min(job.maxAge, ageLimit(request, maxAge, settings()) ?? Infinity);
    },
    stop: () => void noteStopped(parts, dropUnsent()),
    noteServed,
    forgetDecisions: () => decisions.forget(),
    close: () => {
      dropUnsent();
      parts.circuit.end();
      return decisions.written();
    },
    usage: (fresh = false) => statistic.usage(fresh),
    pump: () => scheduler.pump(),
    anotherKey: () => resetSchedule(parts),
    noteSend: (elapsed) => {
      if (!rate.shared) windows.noteSend(`other window ${(otherSends += 1)}`, elapsed);
    },
    receive: (message) => {
      if (message.type === 'decided')
        for (const key of decisions.receive(message.rows)) local.recalculations.note(key, []);
      else if (message.type === 'paid') paid.receive(message.slot, message.row);
      else if (message.type === 'account') account.receive(message.key, message.row);
      else for (const each of [decisions, paid, account]) each.tell();
    },
    get spentToday() {
      return account.spentToday;
    },
    state: () => remoteState(parts),
  };
}
