// Reads the arguments of a call into a plan. The check of requests comes with the code that sends; until it is there, a
// formula is read without it if all it asks for is known, and waits for it otherwise.
import type { Engine } from '../engine/engine';
import { SpillwayError } from '../engine/errors';
import { load } from '../excel/lateCode';
import type { OperationId } from '../operations';
import type { Check } from '../operations/request';
import type { Review, Sets } from '../spill/formula';
import { isKnown, unchecked } from './knownPlan';
import { makePlan, type Plan } from './plan';

interface Checks {
  readonly check: Check;
  readonly review: Review;
}

let checks: Checks | undefined;

async function loadChecks(): Promise<Checks> {
  try {
    const code = await load(() => import(/* webpackChunkName: "sending" */ '../spill/review'));
    return (checks = { check: code.checkRequest, review: code.review });
  } catch (cause) {
    throw new SpillwayError('network', { billed: 'no', cause });
  }
}

/** What cannot be read at all is thrown at once. */
export function readPlan(
  id: OperationId,
  args: readonly unknown[],
  sets: Sets,
  engine: Pick<Engine, 'remembered'>,
): Plan | Promise<Plan> {
  if (checks) return makePlan(id, args, sets, checks);
  const plan = makePlan(id, args, sets, { check: unchecked });
  return isKnown(plan, engine).then(async (known) =>
    known ? plan : makePlan(id, args, sets, checks ?? (await loadChecks())),
  );
}
