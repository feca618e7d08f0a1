// A formula that has been read: its distinct requests, and the rows last made from their responses.
import { makeDataRequest, type DataRequest } from '../../engine/request/dataRequest';
import type { Answer } from '../../engine/request/answer';
import type { AskOptions } from '../../engine/engine';
import type { OperationId } from '../../operations';
import type { Check } from '../../operations/check/request';
import { readFormula, type Formula, type Review, type Sets } from '../../spill/read/formula/formula';
import type { WireNames } from '../../operations/wireNames';
import { remapped } from '../../spill/read/formula/remapped';
import type { Rows } from './rows';

/** Rows and the responses they were made from; valid while the engine returns the same responses. */
export interface Shown {
  readonly answers: readonly Answer[];
  readonly formats: boolean;
  readonly rows: Rows;
}

/** A part of a result stands in the cell; the rest is on its way. */
export interface Unfinished {
  readonly plan: Plan;
  /** One for each request of the plan, as they arrive. */
  readonly answers: (Answer | undefined)[];
  readonly errors: unknown[];
  /** Milliseconds since something arrived, as far as was looked. */
  idle: number;
}

export interface Plan {
  readonly formula: Formula;
  /** Each request once, however many items ask for it. */
  readonly requests: readonly DataRequest[];
  /** For each item its request; -1 for blank and faulty items. */
  readonly places: readonly number[];
  readonly options: AskOptions;
  shown: Shown | undefined;
}

export function makePlan(
  id: OperationId,
  args: readonly unknown[],
  sets: Sets,
  { check, review }: { readonly check: Check; readonly review?: Review },
  wireNames: WireNames = {},
): Plan {
  const formula = remapped(readFormula(id, args, sets, check, review), wireNames);
  const requests: DataRequest[] = [];
  const known = new Map<string, number>();
  const places = formula.items.map((item) => {
    if (item.state !== 'request') return -1;
    const request = makeDataRequest(id, item.params, item.raw);
    // The engine lets a larger count serve a smaller one; which records an item shows is its own.
    const slot = `${request.count} ${request.key}`;
    const place = known.get(slot) ?? requests.push(request) - 1;
    known.set(slot, place);
    return place;
  });
  const { maxAge, offline } = formula.view;
  return {
    formula,
    requests,
    places,
    options: {
      ...(maxAge !== undefined && { maxAge }),
      ...(offline && { offline }),
      ...(requests.length > 1 && { bulk: true }),
    },
    shown: undefined,
  };
}

/** Where an answer came from shows only in a stamp. */
const sameAnswer = (a: Answer, b: Answer | undefined, stamp: boolean): boolean =>
  b !== undefined &&
  a.records === b.records &&
  a.fetchedAt === b.fetchedAt &&
  a.stale === b.stale &&
  (!stamp || a.from === b.from);

/** The rows made before, if none of their responses has changed. */
export function stillShown(plan: Plan, answers: readonly Answer[], formats: boolean): Rows | undefined {
  const { shown, formula } = plan;
  const { stamp } = formula.view;
  if (shown?.formats !== formats) return undefined;
  for (let index = 0; index < answers.length; index += 1) {
    if (!sameAnswer(answers[index]!, shown.answers[index], stamp)) return undefined;
  }
  return shown.rows;
}
