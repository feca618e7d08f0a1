// A formula that has been read: its distinct requests, and the rows last made from their responses. It is remembered from an
// earlier call with the same arguments, or read now.
import { cellTexts, type CellTexts } from '../../languages/labels';
import type { DataResponse } from '../../engine/request/response';
import type { ExcelRows } from './rows';
import type { ErrorContext } from '../../excel/errors/cellError';
import type { FunctionContext } from './functionContext';
import { formulaRequests, type Checks, type FormulaRequests } from '../../excel/workbook/formulaRequests';
import { findFilterSet } from '../../excel/workbook/filterSets';
import { InputFault } from '../../spill/inputFault';
import { argumentsOf, type Invocation } from './invocation';
import type { AskOptions, Engine } from '../../engine/engine';
import { SpillwayError } from '../../engine/request/errors';
import { load } from '../../excel/lazyCode';
import { type OperationId, operationOf, type Params } from '../../operations';
import type { RequestCheck } from '../../operations/check/request';
import type { Sets } from '../../spill/read/formula/formula';
import { mostDigits } from '../../operations/table/parameter';
import { sayInput } from '../../spill/say';
import type { Outcomes } from '../../spill/grid/grid';

// A bounded memory in two generations: what is used moves to the young one, what was not used since the last change
// of generation is dropped. A hit costs one lookup, which a list ordered by use would not.

interface Memo<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly drop: (key: string) => void;
  /** What was remembered grew by so much. */
  readonly weigh: (weight: number) => void;
  readonly clear: () => void;
}

export function createMemo<Value>(mostEntries: number, mostWeight: number): Memo<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let weight = 0;

  const turn = () => {
    old = young;
    young = new Map();
    weight = 0;
  };
  const set = (key: string, value: Value) => {
    if (young.size >= mostEntries) turn();
    young.set(key, value);
  };
  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined || old.size === 0) return value;
      const kept = old.get(key);
      if (kept !== undefined) {
        old.delete(key);
        set(key, kept);
      }
      return kept;
    },
    set,
    drop(key) {
      young.delete(key);
      old.delete(key);
    },
    weigh(more) {
      weight += more;
      if (weight > mostWeight) turn();
    },
    clear() {
      turn();
      old = new Map();
    },
  };
}

/** Rows and the responses they were made from; valid while the engine returns the same responses. */
export interface Shown {
  readonly responses: readonly DataResponse[];
  readonly formats: boolean;
  /** The language they are in. */
  readonly texts: CellTexts | undefined;
  readonly rows: ExcelRows;
}

/** A part of a result stands in the cell; the rest is on its way. */
export interface Unfinished {
  readonly plan: Plan;
  /** One for each request of the plan, as they arrive. */
  readonly responses: (DataResponse | undefined)[];
  readonly errors: unknown[];
  /** Milliseconds since something arrived, as far as was looked. */
  idle: number;
  /** Withdraws what was not sent. */
  readonly cancel: () => void;
}

export interface Plan extends FormulaRequests {
  readonly options: AskOptions;
  shown: Shown | undefined;
  /** For each item what was last shown of it. */
  last?: Outcomes;
}

/** Where a response came from shows only in a stamp. */
const sameResponse = (a: DataResponse, b: DataResponse | undefined, stamp: boolean): boolean =>
  b !== undefined &&
  a.records === b.records &&
  a.fetchedAt === b.fetchedAt &&
  a.stale === b.stale &&
  a.isOverdue === b.isOverdue &&
  (!stamp || a.from === b.from);

/** The rows made before, if none of their responses has changed. */
export function stillShown(
  plan: Plan,
  responses: readonly DataResponse[],
  formats: boolean,
): ExcelRows | undefined {
  const { shown, formula } = plan;
  const { stamp } = formula.view;
  if (shown?.formats !== formats || shown.texts !== cellTexts()) return undefined;
  for (let index = 0; index < responses.length; index += 1) {
    if (!sameResponse(responses[index]!, shown.responses[index], stamp)) return undefined;
  }
  return shown.rows;
}

// What every step of a data function's call works with: the function, its context and the formulas already read.

export interface DataCall extends FunctionContext {
  readonly id: OperationId;
  /** The name of the function in formulas. */
  readonly name: string;
  /** How many arguments it takes, options included. */
  readonly arity: number;
  readonly plans: Memo<Plan | Promise<Plan>>;
  readonly past: PastResult;
  /** Cells that show a part of their result while the rest is fetched; a formula may call a function more than once. */
  readonly unfinished: Map<string, readonly Unfinished[]>;
}

type Result = (call: DataCall, plan: Plan, invocation: Invocation) => ExcelRows | Promise<ExcelRows>;

/** The result of a formula that looks back: as it was on a date, or with what changed. `now` gives the ordinary one. */
export type PastResult = (...args: [...Parameters<Result>, now: Result]) => Promise<ExcelRows>;

export const errorContextOf = ({ id, runtime }: DataCall): ErrorContext => ({
  operation: id,
  wireNames: runtime.settings.current().wireNames,
  keyProblem: runtime.key.problem(),
});

export function notePlan(call: DataCall, plan: Plan, cell: string | undefined, failed: boolean): void {
  if (cell === undefined) return;
  const { requests, formula } = plan;
  if (formula.view.matched) call.matching.add(cell);
  const { runtime, name } = call;
  const { filterSets, view } = formula;
  const { where, matched, maxAge, offline } = view;
  const shows = { where, matched, maxAge, offline };
  runtime.cells.note({ cell, function: name, requests, filterSets, ...shows, failed, at: call.now() });
}

// The arguments of a call as one text, to recognise a call that was made before without reading its formula again.
// Lengths are written too, so that ["1,2"] and [1,2] differ.

/** Many formulas share their options, so a long text is written as a number: looking up a short key is faster. */
const longTexts = new Map<string, number>();
const longText = 40;
const mostLongTexts = 100_000;
let lastNumber = 0;

function numberOf(text: string): number {
  const known = longTexts.get(text);
  if (known !== undefined) return known;
  // Numbers are never used twice, so forgetting a text only means that its formulas are read again.
  if (longTexts.size >= mostLongTexts) longTexts.clear();
  longTexts.set(text, ++lastNumber);
  return lastNumber;
}

function scalar(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value.length > longText ? `~${numberOf(value)};` : `"${value.length}:${value}`;
    case 'number':
      return `#${value};`;
    case 'boolean':
      return value ? 't' : 'f';
    case 'undefined':
      return 'n';
    case 'object':
      return value === null ? 'n' : undefined;
    default:
      return undefined;
  }
}

function range(rows: readonly unknown[]): string | undefined {
  let text = `[${rows.length}:`;
  for (const row of rows) {
    const part = Array.isArray(row) ? range(row) : scalar(row);
    if (part === undefined) return undefined;
    text += part;
  }
  return text;
}

/** Undefined where an argument is an object (a data type, an error): such a call is read each time. */
export function argumentText(args: readonly unknown[], arity: number): string | undefined {
  const given = Math.min(arity, args.length - 1);
  let text = '';
  for (let index = 0; index < given; index += 1) {
    const argument = args[index];
    const part = Array.isArray(argument) ? range(argument) : scalar(argument);
    if (part === undefined) return undefined;
    text += part;
  }
  return text;
}

// Reads the arguments of a call into a plan. Validation is loaded with the code that sends; until then, a
// formula is read without it if all of its requests are known, and waits for it otherwise.

// Whether everything a formula asks for has been asked for before. Such a request passed the check before it was sent, so
// what is kept of it can be shown before the check itself is loaded.

/** Replaces the check if only requests that already passed it are used. */
export const unchecked: RequestCheck = (_id, params) => ({ ok: true, params });

const isBlank = (value: unknown) => String(value).trim() === '';

/** A number and its digits have one key, but not every number may stand for text. */
const isText = (value: unknown): boolean =>
  typeof value !== 'number' || (Number.isInteger(value) && value >= 0 && value < mostDigits);

/**
 * The key leaves out what makes no difference to the response: count and timeout, and blank values. That a key is known says
 * nothing about those, so they must be valid on their own.
 */
export function isValidBeyondKey(id: OperationId, params: Params): boolean {
  const { params: table } = operationOf(id);
  return Object.entries(params).every(([name, value]) => {
    const parameter = table[name];
    if (parameter?.kind === 'integer')
      return (
        Number.isSafeInteger(value) &&
        Number(value) >= (parameter.min ?? -Infinity) &&
        Number(value) <= (parameter.max ?? Infinity)
      );
    if (parameter?.kind === 'text' && typeof value === 'number' && (parameter.code || parameter.digits))
      return false;
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.length > 0 && values.every((each) => !isBlank(each) && isText(each));
  });
}

async function isKnown({ formula, requests }: Plan, engine: Pick<Engine, 'remembered'>): Promise<boolean> {
  const { operation, items } = formula;
  const valid = items.every((item) => item.state !== 'request' || isValidBeyondKey(operation, item.params));
  if (!valid) return false;
  const known = await Promise.all(requests.map((request) => engine.remembered(request)));
  return known.every((each) => each !== undefined);
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
function readPlan({ id, arity, runtime }: DataCall, args: readonly unknown[]): Plan | Promise<Plan> {
  const { engine, settings, filterSets, library } = runtime;
  const sets: Sets = (name) => findFilterSet(name, filterSets, library)?.params;
  const given = argumentsOf(args, arity);
  const { wireNames } = settings.current();
  const read = (how: Checks): Plan => {
    const found = formulaRequests(id, given, sets, how, wireNames);
    const { maxAge, offline } = found.formula.view;
    return {
      ...found,
      options: {
        ...(maxAge !== undefined && { maxAge }),
        ...(offline && { offline }),
        ...(found.requests.length > 1 && { bulk: true }),
      },
      shown: undefined,
    };
  };
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

/** A formula that names a filter set is read when the sets of the workbook are known: another one may have that name. So is one that shows matches. */
function read(call: DataCall, args: readonly unknown[]): Plan | Promise<Plan> {
  const { arity, runtime } = call;
  const needsBook = [args[arity - 1]]
    .flat(2)
    .some((text) => typeof text === 'string' && /@|matched/i.test(text));
  // Both are lists of the workbook, which are read together.
  const opening = needsBook ? runtime.filterSets.opened() : undefined;
  if (!opening) return readPlan(call, args);
  return opening.then(
    () => readPlan(call, args),
    () => {
      throw new InputFault(sayInput('listsUnread'));
    },
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
