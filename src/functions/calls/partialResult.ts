// What a formula shows while some of its items have no response. Items that wait for the same thing (approval, their turn) say
// so once, with one sentence and one price, instead of filling the sheet with errors; an item that failed for another reason
// keeps its own row.
import type { DataResponse } from '../../engine/request/response';
import type { Engine, EngineState } from '../../engine/engine';
import { isSpillwayError, SpillwayError, type ErrorCode } from '../../engine/request/errors';
import { cellFault, type ErrorContext } from '../../excel/errors/cellError';
import { say } from '../../excel/errors/say';
import { operationOf } from '../../operations';
import type { CellFault } from '../../spill/cell';
import type { ItemOutcome } from '../../spill/grid/grid';
import { messageLength } from '../../spill/inputFault';
import { offeredFilters } from '../../spill/where/serviceFilter';
import { hasFigures } from '../../spill/read/options/columns';
import { errorContextOf, type DataCall, type Plan } from './plan';
import { joinedInCells } from '../../languages/labels';

interface PartContext extends ErrorContext, Pick<Engine, 'distinct'> {
  /** Milliseconds since something arrived. */
  readonly idle?: number;
  /** What the engine does, where something is still on its way. */
  readonly state?: EngineState;
}

/** What the sentences say beyond the error itself; read only where one of the errors calls for it. */
export async function failureContext(call: DataCall, errors: readonly unknown[]): Promise<ErrorContext> {
  const { engine } = call.runtime;
  const has = (...codes: ErrorCode[]) =>
    errors.some((error) => isSpillwayError(error) && codes.includes(error.code));
  const tokens = has('forbidden') ? await engine.usage().catch(() => []) : [];
  const ledger = has('unavailable', 'not_found') ? await engine.ledger().catch(() => []) : [];
  const { lookup } = operationOf(call.id);
  const seen = ledger.flatMap(({ operation, results, params }) => {
    const value = params[lookup];
    return operation === call.id && results > 0 && typeof value === 'string' ? [value] : [];
  });
  return {
    ...errorContextOf(call),
    ...(tokens.length > 0 && {
      agentsOnly: tokens.every(({ usage_context }) => usage_context === 'mcp_only'),
    }),
    ...(seen.length > 0 && { seen: [...new Set(seen)] }),
  };
}

const clockTime = (at: number): string =>
  new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });

/** Why the rest is not there yet: how much has arrived, what it waits for, and whether anything moves. */
function waitingFault(
  { requests }: Plan,
  places: readonly number[],
  { idle = 0, state }: PartContext,
): CellFault {
  const all = requests.length;
  const queued = new Set(
    state?.queue.filter((item) => item.state === 'queued').map(({ request }) => request.key),
  );
  const isQueued = places.every((place) => queued.has(requests[place]!.key));
  const time = isQueued && state?.eta !== undefined && idle === 0 ? clockTime(state.eta) : undefined;
  const parts = [
    all > 1 ? say('arrived', { arrived: all - places.length, all }) : '',
    !isQueued ? say('waitingService') : say(state?.paused ? 'waitingPaused' : 'waitingTurn'),
    idle > 0 ? say('waitingIdle', { minutes: Math.round(idle / 60_000) || 1 }) : '',
    all > 1
      ? time === undefined
        ? say('restFills')
        : say('restFillsAt', { time })
      : time === undefined
        ? say(isQueued ? 'cellFills' : 'cellFillsLater')
        : say('cellFillsAt', { time }),
  ];
  return { fault: 'na', message: joinedInCells('sentences', parts) };
}

const together = new Set<ErrorCode>(['held', 'rejected', 'stopped']);

interface Group {
  readonly fault: CellFault;
  readonly places: ReadonlySet<number>;
}

/** Each call is paid for once, however many of the requests it serves. */
function creditsOf(
  errors: readonly unknown[],
  places: readonly number[],
  { requests }: Plan,
  { distinct }: PartContext,
): number {
  const paid = new Set(distinct(places.map((place) => requests[place]!)));
  return places.reduce((sum, place) => {
    const error = paid.has(requests[place]!) ? errors[place] : undefined;
    return sum + (isSpillwayError(error) ? (error.facts.credits ?? 0) : 0);
  }, 0);
}

/** What is not paid for yet may be asked for in another way. */
function withFilters(fault: CellFault, { formula, requests }: Plan): CellFault {
  const filters = offeredFilters(formula.operation, formula.view.where, requests[0]?.params ?? {});
  const message = `${fault.message} ${say('filterFirst', { filters })}`;
  return filters === '' || message.length > messageLength ? fault : { ...fault, message };
}

/** The groups of requests that wait for the same thing. */
function groupsOf(
  plan: Plan,
  errors: readonly unknown[],
  missing: readonly number[],
  context: PartContext,
): Group[] {
  const codes = new Map<ErrorCode | 'waiting', number[]>();
  for (const place of missing) {
    const error = errors[place];
    const code = error === undefined ? 'waiting' : isSpillwayError(error) ? error.code : undefined;
    if (code !== undefined && (code === 'waiting' || together.has(code)))
      codes.set(code, [...(codes.get(code) ?? []), place]);
  }
  return [...codes].map(([code, places]) => {
    const facts = places.map((place) => errors[place]).filter(isSpillwayError);
    const credits = creditsOf(errors, places, plan, context);
    const whole = { ...facts[0]?.facts, ...(credits > 0 && { credits }) };
    const fault =
      code === 'waiting'
        ? waitingFault(plan, places, context)
        : cellFault(new SpillwayError(code, whole), context);
    return { fault: code === 'held' ? withFilters(fault, plan) : fault, places: new Set(places) };
  });
}

/** For each item what its row shows; a fault alone when nothing else is there to show. */
export function partialResult(
  plan: Plan,
  responses: readonly (DataResponse | undefined)[],
  errors: readonly unknown[],
  outcomeOf: (response: DataResponse, place: number) => ItemOutcome,
  context: PartContext,
): (ItemOutcome | undefined)[] | CellFault {
  const missing = plan.requests.map((_, place) => place).filter((place) => !responses[place]);
  const groups = groupsOf(plan, errors, missing, context);
  const [only] = groups;
  const nothingElse = plan.formula.items.every(({ state }) => state !== 'fault');
  if (only?.places.size === plan.requests.length && nothingElse) return only.fault;
  const said = new Set<Group>();
  const { operation, view } = plan.formula;
  const { results: each, lookup } = operationOf(operation);
  const rowEach = each === 'one' || hasFigures(view.columns);
  return plan.places.map((place): ItemOutcome | undefined => {
    if (place < 0) return undefined;
    const response = responses[place];
    if (response) return outcomeOf(response, place);
    const group = groups.find(({ places }) => places.has(place));
    if (!group) {
      const asked = plan.requests[place]!.params[lookup];
      return {
        fault: cellFault(errors[place], { ...context, asked, serialDates: plan.formula.serialDates }),
      };
    }
    if (rowEach) return { fault: group.fault };
    if (said.has(group)) return undefined;
    said.add(group);
    return { fault: group.fault, brief: true };
  });
}
