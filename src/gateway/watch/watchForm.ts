// What a person decides about a watch, and what that costs at most: shown before anything is agreed to.
import { concerns, isComparable } from '../../history/watchAlert';
import { pastStay } from '../../engine/request/pastStay';
import type { WatchedRequest, WatchForm, WatchPrice } from '../../protocol/watches';
import { readWireRequest, type WireRequest } from '../calls/wireRequest';
import { isProblem, Problem } from '../http/problem';
import { mostRuns } from './schedule';

export const wireRequestOf = ({ operation, body, raw = [] }: WatchedRequest): WireRequest =>
  readWireRequest(operation, JSON.stringify(body), raw);

/** A sentence for whoever reads what became of a run. */
export function reasonOf(error: unknown): string {
  const detail = isProblem(error) ? error.detail : [];
  if (typeof detail === 'string') return detail;
  return ['The request is not valid.', detail[0]?.msg].filter(Boolean).join(' ');
}

/** One that is stored. Another version may have allowed what this one does not send: it costs nothing, and says why. */
export function storedRequest(
  request: WatchedRequest,
): WireRequest | { readonly credits: 0; readonly refused: string } {
  try {
    return wireRequestOf(request);
  } catch (error) {
    return { credits: 0, refused: reasonOf(error) };
  }
}

/** Why one that is stored is not sent any more: whoever comes too late for a stay cannot book it. */
export function whyNotSent(request: WatchedRequest, now: number): string | undefined {
  const wire = storedRequest(request);
  if ('refused' in wire) return wire.refused;
  const past = pastStay(wire, now);
  return past && `${past.facts.stay} is in the past, so it was not sent.`;
}

/** By their list, which is never changed: a list of watches shows the prices of thousands of requests. */
const prices = new WeakMap<readonly WatchedRequest[], number>();

/** What every run, day and month can cost at most. Throws what is wrong with a request. */
export function watchPrice(
  { requests, schedule }: Pick<WatchForm, 'requests' | 'schedule'>,
  now: number,
): WatchPrice {
  const run =
    prices.get(requests) ?? requests.reduce((sum, request) => sum + wireRequestOf(request).credits, 0);
  prices.set(requests, run);
  const runs = mostRuns(schedule, now);
  return { run, day: run * runs.day, month: run * runs.month };
}

/** The same of a watch that is stored. If an earlier version allowed what this one refuses to send, it does not run and costs nothing. */
export function storedPrice(watch: Pick<WatchForm, 'requests' | 'schedule'>, now: number): WatchPrice {
  try {
    return watchPrice(watch, now);
  } catch {
    return { run: 0, day: 0, month: 0 };
  }
}

/** Nothing is agreed to that is not as it was shown. */
export function checkPrice(actual: WatchPrice, agreed: WatchPrice | undefined): void {
  if (agreed && agreed.run >= actual.run && agreed.day >= actual.day && agreed.month >= actual.month) return;
  const { run, day, month } = actual;
  throw new Problem(
    409,
    `The price is ${run} credits a run, up to ${day} a day and ${month} a month. Agree to this price to continue. Nothing was changed.`,
  );
}

export function checkLimits({ limits, until }: WatchForm, { run }: WatchPrice, now: number): void {
  if (limits.day < run || limits.month < run)
    throw new Problem(422, `One run costs ${run} credits. A lower limit would never let it run.`);
  if (until !== undefined && until <= now) throw new Problem(422, 'The last day is over already.');
}

/** A condition that no response can ever meet is a mistake. */
export function checkConditions({
  requests,
  conditions = [],
  ownConditions = [],
  ownProducts = [],
}: Pick<WatchForm, 'requests' | 'conditions' | 'ownConditions' | 'ownProducts'>): void {
  const idle = [...conditions, ...ownConditions].find(
    (condition) => !requests.some(({ operation }) => concerns(condition, operation)),
  );
  if (idle) {
    const reason =
      'field' in idle
        ? `None of these requests returns ${idle.field} as a value that can be ${idle.kind === 'back' ? 'in stock' : 'compared'}.`
        : 'None of these requests is a search with a list of results.';
    throw new Problem(422, `${reason} Remove the condition "${idle.kind}", or choose another field.`);
  }
  const blind = ownConditions.find(
    (condition) =>
      !ownProducts.some((own) => concerns(condition, own.operation) && isComparable(condition, own)),
  );
  if (!blind) return;
  const reason =
    blind.kind === 'candidate'
      ? 'None of these products is decided in Match.'
      : 'None of these products has a price of your own, and an accepted offer in Match where a search has several.';
  throw new Problem(422, `${reason} Decide and enter it first, or remove this alert.`);
}
