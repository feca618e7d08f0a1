// A person's answer to what is held: run it for the price that was shown and never for more, or decline it.
import type { DataRequest } from '../request/dataRequest';
import { SpillwayError } from '../request/errors';
import { isHold } from './spend/userDecisions';
import type { Approval, Engine, IsStopped } from '../engine';
import type { RemoteParts } from './remoteParts';
import { heldRequests, type Held } from './heldRequests';
import { approved } from './inFlight';
import { cellsAsking, noteDecision, noteStopped } from './recordOutcome';

export function createApprovals(modules: RemoteParts): Pick<Engine, 'approve' | 'reject'> {
  const { cache, decisions, inFlight, ledger, recalculations, events, isClosed } = modules;
  const find = (id: string) => heldRequests(modules).find((burst) => burst.id === id);

  /** Brings responses that another window fetched meanwhile into memory, so that they are not counted. */
  const lookAgain = (held: Held | undefined) =>
    Promise.all((held?.requests ?? []).map((request) => cache.reread(request)));

  const recalculate = ({ requests, cells }: Held) => {
    const cellsOf = cellsAsking(modules.demand, cells);
    for (const request of requests) recalculations.note(request.key, cellsOf(request));
    events.changed();
  };

  async function approve(id: string, shown: number, isStopped: IsStopped = () => false): Promise<Approval> {
    await modules.ready;
    await lookAgain(find(id));
    // From here to the end nothing waits: a recalculation in between finds either the hold or the call.
    const held = find(id);
    if (!held) return { ran: true, credits: 0 };
    if (isClosed()) throw new SpillwayError('stopped', { billed: 'no' });
    if (isStopped()) {
      const stopped = noteStopped(modules, held.asked);
      recalculate(held);
      throw stopped;
    }
    if (held.credits > shown) return { ran: false, credits: held.credits };
    const isStale = (request: DataRequest) => cache.inMemory(request) !== undefined;
    const purposes = held.requests.map((request) => ({ ...approved, refetch: isStale(request) }));
    const cellsOf = cellsAsking(modules.demand, held.cells);
    decisions.clear(held.asked);
    held.requests.forEach((request, index) => inFlight.start(request, purposes[index]!, cellsOf(request)));
    events.changed();
    return { ran: true, credits: held.credits };
  }

  async function reject(id: string): Promise<void> {
    await modules.ready;
    const held = find(id);
    if (!held) return;
    const standing = held.asked.filter((request) => isHold(decisions.of(request)?.decision ?? 'declined'));
    decisions.set(standing, 'declined');
    recalculate(held);
    noteDecision(ledger, held.requests, 'rejected');
  }

  return { approve, reject };
}
