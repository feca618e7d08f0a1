// What a person decides about a watch, and what that costs at most: shown before anything is agreed to.
import { z } from 'zod';
import { concerns, isComparable, ownCondition, ownProduct, watchCondition } from '../../history/watchAlert';
import { operationIds } from '../../operations';
import { free } from '../../protocol/headers';
import { readWireRequest, type WireRequest } from '../calls/wireRequest';
import { Problem } from '../http/problem';
import { mostRuns, scheduleForm } from './schedule';

const mostRequests = 500;
const mostConditions = 8;
const credits = z.int().min(1).max(1_000_000_000);
const instant = z.int().min(0).max(8.64e15);

const watchedRequest = z.strictObject({
  operation: z.enum(operationIds),
  body: z.record(z.string(), z.unknown()),
  /** Parameters that are passed on unchecked. */
  raw: z.array(z.string().max(64)).max(40).optional(),
  /** Handed over: the oldest response that will do when it is handed over, in milliseconds; any if it is left out. */
  maxAge: z.int().min(0).max(1e12).optional(),
  /** The cell that asks for it, for messages. */
  cell: z.string().max(300).optional(),
});

/** What a person decides. */
export const watchForm = z.strictObject({
  name: z.string().trim().min(1).max(120),
  requests: z.array(watchedRequest).min(1).max(mostRequests),
  schedule: scheduleForm,
  /** The most credits in a day and in a month. */
  limits: z.strictObject({ day: credits, month: credits }),
  until: instant.optional(),
  /** What raises an alert. */
  conditions: z.array(watchCondition).max(mostConditions).optional(),
  /** The same, compared with one's own products, and these as the workbook has them. */
  ownConditions: z.array(ownCondition).max(mostConditions).optional(),
  ownProducts: z.array(ownProduct).max(mostRequests).optional(),
});

export type WatchForm = z.infer<typeof watchForm>;
export type WatchedRequest = z.infer<typeof watchedRequest>;

export const wireRequestOf = ({ operation, body, raw = [] }: WatchedRequest): WireRequest =>
  readWireRequest(operation, JSON.stringify(body), raw);

export interface Price {
  readonly run: number;
  readonly day: number;
  readonly month: number;
}

/** What every run, day and month can cost at most. Throws what is wrong with a request. */
export function priceOf(
  { requests, schedule }: Pick<WatchForm, 'requests' | 'schedule'>,
  now: number,
): Price {
  const run = requests.reduce((sum, request) => sum + wireRequestOf(request).credits, 0);
  const runs = mostRuns(schedule, now);
  return { run, day: run * runs.day, month: run * runs.month };
}

/** Nothing is agreed to that is not as it was shown. */
export function checkPrice(actual: Price, agreed: Price | undefined): void {
  if (agreed && agreed.run >= actual.run && agreed.day >= actual.day && agreed.month >= actual.month) return;
  const { run, day, month } = actual;
  throw new Problem(
    409,
    `The price is ${run} credits a run, up to ${day} a day and ${month} a month. Agree to this price to continue. Nothing was changed.`,
    free,
  );
}

export function checkLimits({ limits, until }: WatchForm, { run }: Price, now: number): void {
  if (limits.day < run || limits.month < run)
    throw new Problem(422, `One run costs ${run} credits. A lower limit would never let it run.`, free);
  if (until !== undefined && until <= now) throw new Problem(422, 'The last day is over already.', free);
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
    throw new Problem(422, `${reason} Remove the condition "${idle.kind}", or choose another field.`, free);
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
  throw new Problem(422, `${reason} Decide and enter it first, or remove this alert.`, free);
}
