// The one place where an error becomes what a cell shows: #VALUE! (the formula is wrong) or #N/A (it waits for a person or for
// data), with a sentence that says what happened and what to do. Excel shows messages for these two only.
import {
  isSpillwayError,
  type ErrorCode,
  type ErrorFacts,
  type InvalidItem,
} from '../../engine/request/errors';
import { holdReasons } from '../../engine/request/holdReason';
import { operationOf, type OperationId } from '../../operations';
import { type WireNames, wireNameOf } from '../../operations/wireNames';
import { nearest } from '../../operations/check/nearest';
import type { Fault } from '../../operations/check/request';
import { guideOf } from '../../operations/guides';
import type { CellFault } from '../../spill/cell';
import { InputFault } from '../../spill/inputFault';
import { messageLength, shorten, inQuotes } from '../../spill/shorten';
import { failureSentence, moreTime, type Explanation } from './failureSentence';
import { keyProblems } from './keyProblem';
import type { KeyProblem } from '../runtime';

// A 422 in the words of the formula: the service names the wire parameter, the user knows an argument or an option.

interface RefusalContext {
  readonly operation?: OperationId;
  readonly wireNames?: WireNames;
}

/** The parameter the service calls `wire`, by its user-facing name. */
function parameterOf(wire: string, { operation, wireNames = {} }: RefusalContext) {
  if (operation === undefined) return undefined;
  return Object.entries(operationOf(operation).params).find(
    ([name, parameter]) => wireNameOf(name, parameter, wireNames) === wire,
  );
}

/** Parts of a request beside its body, as the service names them. */
const outside = new Set<unknown>(['header', 'query', 'path', 'cookie']);

function place(item: InvalidItem, context: RefusalContext): string {
  const [part, name] = item.loc;
  if (outside.has(part) && typeof name === 'string') return `the ${String(part)} ${inQuotes(name)}`;
  const wire = part === 'body' ? name : part;
  if (typeof wire !== 'string') return 'the request';
  const element = item.element === undefined ? '' : `, item ${inQuotes(item.element)}`;
  if (item.given === 'raw') return `raw:${wire}${element}`;
  const found = parameterOf(wire, context);
  const missing = item.given === 'no' ? ', which this formula does not set' : '';
  if (!found || context.operation === undefined) return `the field ${inQuotes(wire)}${element || missing}`;
  const [own] = found;
  const argument = operationOf(context.operation).positional.includes(own);
  return `the ${argument ? 'argument' : 'option'} ${own}${element || missing}`;
}

const got = ({ input, element }: InvalidItem) =>
  element === undefined &&
  (typeof input === 'string' || typeof input === 'number' || typeof input === 'boolean')
    ? ` (received ${JSON.stringify(input).slice(0, 40)})`
    : '';

/** A name that rests on an assumption (assumptions.ts) was refused: say that, and where to change it. */
function assumptionOf(item: InvalidItem, context: RefusalContext): string | undefined {
  const wire = String(item.loc[0] === 'body' ? item.loc[1] : item.loc[0]);
  const found = parameterOf(wire, context);
  if (found?.[1].assumption === undefined) return undefined;
  const said = item.msg === '' ? '' : ` ${inQuotes(item.msg)}.`;
  return `The service rejected ${found[0]}, sent as "${wire}".${said} The service does not document this name.`;
}

const correct = 'Correct it, or press Refresh to try again.';
const rename = 'If the name is wrong, change it in Settings, Wire names, then press Refresh.';

function refusal(facts: ErrorFacts, context: RefusalContext): string {
  const { detail: _words, items = [], ...rest } = facts;
  const [first, ...more] = items;
  // Without items the service's own words, if there are any, are all there is.
  if (!first)
    return failureSentence(facts, {
      what: `The service rejected the request${facts.detail === undefined ? ' without giving a reason' : ''}.`,
      todo: 'Check the arguments, or press Refresh to try again.',
      billed: 'no',
    });
  const aboutName = items.map((item) => assumptionOf(item, context)).find((text) => text !== undefined);
  if (aboutName !== undefined) return failureSentence(rest, { what: aboutName, todo: rename, billed: 'no' });
  const others = more.length === 0 ? '' : ` (${more.length} more)`;
  const why =
    first.msg === '' ? ' without giving a reason' : `: ${shorten(first.msg.replace(/\.*$/, ''), 80)}`;
  const what = `The service rejected ${place(first, context)}${why}${got(first)}.${others}`;
  return failureSentence(rest, { what, todo: correct, billed: 'no' });
}

export interface ErrorContext {
  readonly operation?: OperationId;
  /** The user's wire names (Settings), to find the parameter behind the name the service uses. */
  readonly wireNames?: WireNames;
  /** Why a key that was saved is not there. */
  readonly keyProblem?: KeyProblem | undefined;
  /** The key is for agents (usage context mcp_only): the service refuses it data. */
  readonly agentsOnly?: boolean;
  /** Dates of the formula are numbers, which a workbook may count from 1904. */
  readonly serialDates?: boolean;
  /** What was looked for, and what has brought results before: one of them may have been meant. */
  readonly asked?: unknown;
  readonly seen?: readonly string[];
}

const sentence = (text: string): string => shorten(text, messageLength);

type Says = (facts: ErrorFacts, context: ErrorContext) => string;

const credits = ({ credits = 0 }: ErrorFacts) => `${credits} credit${credits === 1 ? '' : 's'}`;
const from = ({ until, retryAfter }: ErrorFacts, fallback: string) => {
  if (until !== undefined)
    return `after ${new Date(until).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })}`;
  if (retryAfter === undefined) return fallback;
  const seconds = Math.max(1, Math.ceil(retryAfter / 1000));
  const [count, unit] =
    seconds <= 90
      ? [seconds, 'second']
      : seconds <= 5400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
};
const source = ({ operation }: ErrorContext) =>
  operation === undefined ? 'this source' : operationOf(operation).function;
const tell =
  (explanation: Explanation | ((facts: ErrorFacts, context: ErrorContext) => Explanation)): Says =>
  (facts, context) =>
    failureSentence(facts, typeof explanation === 'function' ? explanation(facts, context) : explanation);
const askAgain = 'Press Refresh to try again.';

const heldBecause = ({ held = 'ask_above' }: ErrorFacts): string => {
  const { cell } = holdReasons[held];
  return cell === '' ? '' : ` ${cell}`;
};

/**
 * What a failure waits for. Only a wrong formula is #VALUE!: people and programs replace such a formula. What waits for a person
 * (a key, an approval, a budget, Refresh after Stop) or for data is not available yet, which is #N/A.
 */
const kinds: Readonly<Record<ErrorCode, 'formula' | 'person' | 'data'>> = {
  bad_request: 'formula',
  bad_key: 'person',
  forbidden: 'person',
  not_found: 'data',
  timed_out: 'data',
  unavailable: 'data',
  invalid: 'formula',
  rate_limited: 'data',
  service_failed: 'data',
  unexpected_status: 'data',
  network: 'data',
  deadline: 'data',
  not_json: 'data',
  truncated: 'data',
  not_records: 'data',
  no_key: 'person',
  held: 'person',
  rejected: 'person',
  over_budget: 'person',
  not_cached: 'data',
  past_stay: 'formula',
  circuit_open: 'data',
  stopped: 'person',
  cancelled: 'person',
};

const noUse = 'Sending it again unchanged will not help.';

/** Failures that the service does not document, by what HTTP means by them (RFC 9110, RFC 7725). */
const statuses: Readonly<Record<number, Omit<Explanation, 'billed'>>> = {
  402: {
    what: 'The service asks for payment (HTTP 402): your account may have no credits left, or its plan has ended.',
    todo: 'Check your account with the service, then press Refresh.',
  },
  409: {
    what: 'The service reports a conflict (HTTP 409), such as an equal request that is still running.',
    todo: 'Press Refresh in a minute.',
  },
  410: {
    what: 'What you asked for no longer exists at the source (HTTP 410).',
    todo: `Check the input. ${noUse}`,
  },
  413: { what: 'The request is too large (HTTP 413).', todo: `Shorten its lists and texts. ${noUse}` },
  451: { what: 'The data is withheld for legal reasons (HTTP 451).', todo: noUse },
  501: {
    what: 'The service does not support this request (HTTP 501).',
    todo: `Check the base address in Settings. ${noUse}`,
  },
  502: {
    what: 'A server between Spillway and the data received no valid response (HTTP 502).',
    todo: 'Press Refresh in a few minutes.',
  },
  503: {
    what: 'The service is temporarily unavailable (HTTP 503).',
    todo: 'Press Refresh in a few minutes.',
  },
  504: {
    what: 'A server between Spillway and the data waited too long for it (HTTP 504).',
    todo: 'Press Refresh in a few minutes, or request fewer results.',
  },
};

function unexpected(facts: ErrorFacts): Explanation {
  const { status } = facts;
  const known = status === undefined ? undefined : statuses[status];
  const wait = facts.until ?? facts.retryAfter;
  if (known)
    return {
      ...known,
      ...(wait !== undefined && { todo: known.todo.replace(/in a (?:few )?minutes?/, from(facts, '')) }),
      billed: 'maybe',
    };
  return {
    what: `The service returned an unexpected response${status === undefined ? '' : ` (HTTP ${status})`}.`,
    todo: `Press Refresh ${from(facts, 'later')}.`,
    billed: 'maybe',
  };
}

/** "Check the destination": what was looked for, and the like of it that has brought results before. */
function checkLookup({ operation, asked, seen = [] }: ErrorContext): string {
  const near = typeof asked === 'string' ? nearest(asked, seen) : undefined;
  const meant = near === undefined || near === asked ? '' : `Did you mean ${shorten(near, 40)}? `;
  const lookup = operation === undefined ? 'input' : operationOf(operation).lookup;
  return `${meant}Check the ${lookup}, or press Refresh to try again.`;
}

const table: Readonly<Record<ErrorCode, Says>> = {
  bad_request: tell({
    what: 'The service could not read this request.',
    todo: 'Check the arguments, or press Refresh to try again.',
    billed: 'no',
  }),
  bad_key: (facts) =>
    facts.signIn && facts.detail !== undefined
      ? facts.detail
      : failureSentence(facts, {
          what: 'The service does not accept your key.',
          todo: 'Save a valid key under Usage in the Spillway pane, or press Refresh to try again.',
          billed: 'no',
        }),
  forbidden: tell((_facts, context) =>
    context.agentsOnly
      ? {
          what: 'Your key works only for agents (usage context mcp_only), so the service refuses it data for Excel.',
          todo: 'Save a standard key under Usage, then press Refresh.',
          billed: 'no',
        }
      : {
          what: `Your key has no access to ${source(context)}.`,
          todo: 'Ask for access in your account or save another key, then press Refresh.',
          billed: 'no',
        },
  ),
  not_found: tell((_facts, context) => ({
    what: 'Nothing was found.',
    todo: checkLookup(context),
    billed: 'no',
  })),
  timed_out: tell((facts) => ({
    what: 'The service timed out.',
    todo: moreTime(facts),
    billed: 'maybe',
  })),
  // The cause in the service's own words says more than all that a 412 can mean.
  unavailable: tell(({ detail }, context) => ({
    what:
      detail !== undefined
        ? ''
        : context.operation === undefined
          ? 'The source has no data, or is not responding.'
          : guideOf(context.operation).unavailable,
    todo: checkLookup(context),
    billed: 'no',
  })),
  invalid: (facts, context) => refusal(facts, context),
  rate_limited: tell((facts) => ({
    what: 'You have reached your plan’s rate limit.',
    todo: `Press Refresh ${from(facts, 'in a minute')}; TOKEN.USAGE shows the limits.`,
    billed: 'no',
  })),
  service_failed: tell({
    what: 'The service or its data source failed; your input is not the cause.',
    todo: 'Press Refresh in a few minutes.',
    billed: 'maybe',
  }),
  unexpected_status: tell(unexpected),
  // The message is the browser's, not the service's.
  network: ({ detail: _detail, ...facts }) =>
    failureSentence(facts, {
      what: 'Spillway could not reach the service.',
      todo: 'Check your connection, then press Refresh.',
    }),
  deadline: tell((facts) => ({
    what: 'No response arrived in time.',
    todo: moreTime(facts),
    billed: 'maybe',
  })),
  not_json: tell({ what: 'The response could not be read.', todo: askAgain, billed: 'maybe' }),
  truncated: tell({ what: 'The response was cut off.', todo: askAgain, billed: 'maybe' }),
  not_records: tell({
    what: 'The response does not contain a list of records.',
    todo: askAgain,
    billed: 'maybe',
  }),
  no_key: ({ signIn, detail }, { keyProblem }) =>
    signIn && detail !== undefined
      ? detail
      : keyProblem
        ? keyProblems[keyProblem]
        : 'No key is saved yet. Open Spillway on the Home tab and save your key under Usage.',
  held: (facts) =>
    facts.held === 'handed_over'
      ? `The gateway fetches this for you (${credits(facts)}), also while Excel is closed. When it is there, it is shown here, free. To stop it, or to fetch it here, open the Spillway pane.`
      : `Held: ${credits(facts)}, approve in the Spillway pane.${heldBecause(facts)} Nothing has been spent; this cell fills in after you approve.`,
  rejected: (facts) =>
    `You declined this request${facts.credits === undefined ? '' : ` (${credits(facts)})`}. Press Refresh to send it after all.`,
  over_budget: tell((facts) => ({
    what: `${facts.credits === undefined ? 'This' : `${credits(facts)}`} would exceed your budget, so nothing was sent.`,
    todo: 'Raise the daily cap in Settings or wait until tomorrow, then press Refresh.',
  })),
  not_cached: () =>
    'This data is not in the cache, and offline is on. Remove offline from the options to fetch it.',
  past_stay: ({ detail = 'the stay begins in the past.', date1904 }, { serialDates }) =>
    `Nothing was sent and nothing was spent: ${detail}` +
    (serialDates && date1904 !== undefined
      ? ` If the workbook uses the 1904 date system, enter the date as text: ${date1904}.`
      : ''),
  circuit_open: (facts) =>
    facts.until === undefined
      ? 'Spillway cannot reach the service at the moment. Nothing was charged. This cell fills when the service is back.'
      : `The service keeps failing, so Spillway has paused requests. Nothing was charged. Spillway tries again ${from(facts, 'soon')}.`,
  stopped: () => 'Stopped before it was sent; nothing was spent. Press Refresh to send it.',
  cancelled: () => 'Cancelled before it was sent; nothing was spent. Press Refresh to send it.',
};

/** Says the same for every error code, for the reference. */
export const errorCodes = Object.keys(table) as ErrorCode[];
export const faultKind = (code: ErrorCode): CellFault['fault'] =>
  kinds[code] === 'formula' ? 'value' : 'na';

/** The faults of `checkRequest`: the first in full, the rest by number. */
export function requestFault(faults: readonly Fault[]): CellFault {
  const [first, ...more] = faults;
  const rest = more.length === 0 ? '' : ` (${more.length} more to correct)`;
  return { fault: 'value', message: sentence(`${first?.message ?? 'The request is not valid.'}${rest}`) };
}

export function cellFault(error: unknown, context: ErrorContext = {}): CellFault {
  if (isSpillwayError(error)) {
    return { fault: faultKind(error.code), message: sentence(table[error.code](error.facts, context)) };
  }
  if (error instanceof InputFault) return { fault: error.fault, message: sentence(error.message) };
  const name = error instanceof Error ? error.name : typeof error;
  // The message of an unknown error is not shown: it may contain secrets.
  return {
    fault: 'na',
    message: `Something went wrong in Spillway (${name.slice(0, 40)}). Recalculate this cell; if that does not help, reload the add-in.`,
  };
}
