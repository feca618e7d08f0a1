// The plan of a call: remembered from an earlier call with the same arguments, or read now.
import { findFilterSet } from '../../excel/workbook/filterSets';
import { InputFault } from '../../spill/inputFault';
import { argumentText } from './argumentText';
import type { DataCall } from './dataCall';
import { argumentsOf } from './invocation';
import type { Plan } from './plan';
import { readPlan } from './readPlan';

/** A formula that names a filter set is read when the sets of the workbook are known: another one may have that name. */
function read(call: DataCall, args: readonly unknown[]): Plan | Promise<Plan> {
  const { arity, runtime } = call;
  const namesSet = [args[arity - 1]].flat(2).some((text) => typeof text === 'string' && text.includes('@'));
  const opening = namesSet ? runtime.filterSets.opened() : undefined;
  if (!opening) return readNow(call, args);
  return opening.then(
    () => readNow(call, args),
    () => {
      throw new InputFault('The filter sets of this workbook can’t be read now. Press Refresh to try again.');
    },
  );
}

function readNow({ id, arity, runtime }: DataCall, args: readonly unknown[]): Plan | Promise<Plan> {
  const { engine, settings, filterSets, library } = runtime;
  return readPlan(
    id,
    argumentsOf(args, arity),
    (name) => findFilterSet(name, filterSets, library)?.params,
    engine,
    settings.current().wireNames,
  );
}

/** Settings and filter sets may change while a formula is read: it is remembered only if the memo was not cleared. */
function rememberWhenRead({ plans }: DataCall, key: string, reading: Promise<Plan>): void {
  const isCurrent = () => plans.get(key) === reading;
  reading.then(
    (plan) => isCurrent() && plans.set(key, plan),
    () => isCurrent() && plans.drop(key),
  );
}

export function planFor(call: DataCall, args: readonly unknown[]): Plan | Promise<Plan> {
  const text = argumentText(args, call.arity);
  if (text === undefined) return read(call, args);
  const key = call.name + text;
  const known = call.plans.get(key);
  if (known) return known;
  const plan = read(call, args);
  call.plans.set(key, plan);
  if (plan instanceof Promise) rememberWhenRead(call, key, plan);
  return plan;
}
