// Reads the arguments of a call into a plan. Validation is loaded with the code that sends; until then, a
// formula is read without it if all of its requests are known, and waits for it otherwise.
import type { Engine } from '../../engine/engine';
import { SpillwayError } from '../../engine/request/errors';
import { load } from '../../excel/lazyCode';
import type { OperationId } from '../../operations';
import type { Check } from '../../operations/check/request';
import type { WireNames } from '../../operations/wireNames';
import type { Review, Sets } from '../../spill/read/formula/formula';
import { InputFault } from '../../spill/inputFault';
import { isKnown, unchecked } from './knownPlan';
import { makePlan, type Plan } from './plan';

interface Checks {
  readonly check: Check;
  readonly review: Review;
}

let checks: Checks | undefined;

async function loadChecks(): Promise<Checks> {
  try {
    const code = await load(() => import(/* webpackChunkName: "remote" */ '../../spill/read/review/review'));
    return (checks = { check: code.checkRequest, review: code.review });
  } catch (cause) {
    throw new SpillwayError('network', { billed: 'no', cause });
  }
}

/** The message for an unreadable formula comes from the code loaded later, which can suggest a correction, or else from the reader. */
export function readPlan(
  id: OperationId,
  args: readonly unknown[],
  sets: Sets,
  engine: Pick<Engine, 'remembered'>,
  wireNames?: WireNames,
): Plan | Promise<Plan> {
  const read = (how: Parameters<typeof makePlan>[3]) => makePlan(id, args, sets, how, wireNames);
  /** What should not be paid for is shown where it has been. */
  const readIfKnown = (fault: unknown): Promise<Plan> => {
    if (!(fault instanceof InputFault && fault.unlessKnown)) throw fault;
    const plan = read({ check: unchecked });
    return isKnown(plan, engine).then((known) => {
      if (!known) throw fault;
      return plan;
    });
  };
  if (checks) {
    try {
      return read(checks);
    } catch (fault) {
      return readIfKnown(fault);
    }
  }
  let plan: Plan;
  try {
    plan = read({ check: unchecked });
  } catch (fault) {
    return loadChecks().then(read, () => {
      throw fault;
    });
  }
  return isKnown(plan, engine).then(async (known) => (known ? plan : read(checks ?? (await loadChecks()))));
}
