// The one place where an error becomes what a cell shows: #VALUE! (fix the input or the key) or #N/A (nothing there,
// try later), with a sentence that says what happened and what to do. Excel shows messages for these two only.
import { isSpillwayError, type ErrorCode, type ErrorFacts } from '../../engine/request/errors';
import type { HoldReason } from '../../engine/request/holdReason';
import { operationOf, type OperationId } from '../../operations';
import type { WireNames } from '../../operations/wireNames';
import type { Fault } from '../../operations/check/request';
import { guideOf } from '../../operations/guides';
import type { CellFault } from '../../spill/cell';
import { InputFault } from '../../spill/inputFault';
import { messageLength, shorten } from '../../spill/shorten';
import { failureSentence, moreTime, type Explanation } from './failureSentence';
import { keyProblems } from './keyProblem';
import { refusal } from './validationMessage';
import type { KeyProblem } from '../runtime';

export interface ErrorContext {
  readonly operation?: OperationId;
  /** The user's wire names (Settings), to find the parameter behind the name the service uses. */
  readonly wireNames?: WireNames;
  /** Why a key that was saved is not there. */
  readonly keyProblem?: KeyProblem | undefined;
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

const heldBecause: Readonly<Record<HoldReason, string>> = {
  ask_above: '',
  daily_cap: ' It would exceed your daily cap.',
  no_longer_kept:
    ' You bought this before, but the cache no longer has it: increase the cache size in Settings.',
  bought_elsewhere: ' It was bought for this workbook before, on another device or by someone else.',
  interrupted: ' Excel was closed while it was being fetched, so it may have been charged.',
  store_down:
    ' Storage is not responding or is damaged, so Spillway cannot tell what you bought or spent before.',
  own_change: ' Spillway changed cells that this formula depends on.',
};

const table: Readonly<Record<ErrorCode, { readonly fault: CellFault['fault']; readonly says: Says }>> = {
  bad_request: {
    fault: 'value',
    says: tell({
      what: 'The service could not read this request.',
      todo: 'Check the arguments, or press Refresh to try again.',
      billed: 'no',
    }),
  },
  bad_key: {
    fault: 'value',
    says: (facts) =>
      facts.signIn && facts.detail !== undefined
        ? facts.detail
        : failureSentence(facts, {
            what: 'The service does not accept your key.',
            todo: 'Save a valid key under Usage in the Spillway pane, or press Refresh to try again.',
            billed: 'no',
          }),
  },
  forbidden: {
    fault: 'value',
    says: tell((_facts, context) => ({
      what: `Your key has no access to ${source(context)}.`,
      todo: 'Ask for access in your account or save another key, then press Refresh.',
      billed: 'no',
    })),
  },
  not_found: {
    fault: 'na',
    says: tell((_facts, { operation }) => ({
      what: 'Nothing was found.',
      todo: `Check the ${operation === undefined ? 'input' : operationOf(operation).lookup}, or press Refresh to try again.`,
      billed: 'no',
    })),
  },
  timed_out: {
    fault: 'na',
    says: tell((facts) => ({
      what: 'The service timed out.',
      todo: moreTime(facts),
      billed: 'maybe',
    })),
  },
  unavailable: {
    fault: 'na',
    // If the service gives the cause, leave room for its message.
    says: tell(({ detail }, { operation }) => ({
      what:
        operation === undefined || detail !== undefined
          ? 'The source has no data, or is not responding.'
          : guideOf(operation).unavailable,
      todo: 'Check the input, or press Refresh to try again.',
      billed: 'no',
    })),
  },
  invalid: { fault: 'value', says: (facts, context) => refusal(facts, context) },
  rate_limited: {
    fault: 'na',
    says: tell((facts) => ({
      what: 'You have reached your plan’s rate limit.',
      todo: `Press Refresh ${from(facts, 'in a minute')}; TOKEN.USAGE shows the limits.`,
      billed: 'no',
    })),
  },
  service_failed: {
    fault: 'na',
    says: tell({
      what: 'The service or its data source failed; your input is not the cause.',
      todo: 'Press Refresh in a few minutes.',
      billed: 'maybe',
    }),
  },
  unexpected_status: {
    fault: 'na',
    says: tell((facts) => ({
      what: `The service returned an unexpected response${facts.status === undefined ? '' : ` (HTTP ${facts.status})`}.`,
      todo: `Press Refresh ${from(facts, 'later')}.`,
      billed: 'maybe',
    })),
  },
  network: {
    fault: 'na',
    // The message is the browser's, not the service's.
    says: ({ detail: _detail, ...facts }) =>
      failureSentence(facts, {
        what: 'Spillway could not reach the service.',
        todo: 'Check your connection, then press Refresh.',
      }),
  },
  deadline: {
    fault: 'na',
    says: tell((facts) => ({ what: 'No response arrived in time.', todo: moreTime(facts), billed: 'maybe' })),
  },
  not_json: {
    fault: 'na',
    says: tell({ what: 'The response could not be read.', todo: askAgain, billed: 'maybe' }),
  },
  truncated: {
    fault: 'na',
    says: tell({ what: 'The response was cut off.', todo: askAgain, billed: 'maybe' }),
  },
  not_records: {
    fault: 'na',
    says: tell({ what: 'The response does not contain a list of records.', todo: askAgain, billed: 'maybe' }),
  },
  no_key: {
    fault: 'value',
    says: ({ signIn, detail }, { keyProblem }) =>
      signIn && detail !== undefined
        ? detail
        : keyProblem
          ? keyProblems[keyProblem]
          : 'No key is saved yet. Open Spillway on the Home tab and save your key under Usage.',
  },
  held: {
    fault: 'na',
    says: (facts) =>
      `Held: ${credits(facts)}, approve in the Spillway pane.${heldBecause[facts.held ?? 'ask_above']} Nothing has been spent; this cell fills in after you approve.`,
  },
  rejected: {
    fault: 'na',
    says: (facts) =>
      `You declined this request${facts.credits === undefined ? '' : ` (${credits(facts)})`}. Press Refresh to send it after all.`,
  },
  over_budget: {
    fault: 'na',
    says: tell((facts) => ({
      what: `${facts.credits === undefined ? 'This' : `${credits(facts)}`} would exceed your budget, so nothing was sent.`,
      todo: 'Raise the daily cap in Settings or wait until tomorrow, then press Refresh.',
    })),
  },
  not_cached: {
    fault: 'na',
    says: () =>
      'This data is not in the cache, and offline is on. Remove offline from the options to fetch it.',
  },
  past_stay: {
    fault: 'value',
    says: ({ detail = 'the stay begins in the past.' }) =>
      `Nothing was sent and nothing was spent: ${detail}`,
  },
  circuit_open: {
    fault: 'na',
    says: (facts) =>
      facts.until === undefined
        ? 'Spillway cannot reach the service at the moment. Nothing was charged. This cell fills when the service is back.'
        : `The service keeps failing, so Spillway has paused requests. Nothing was charged. Spillway tries again ${from(facts, 'soon')}.`,
  },
  stopped: {
    fault: 'na',
    says: () => 'Stopped before it was sent; nothing was spent. Press Refresh to send it.',
  },
  cancelled: {
    fault: 'na',
    says: () => 'Cancelled before it was sent; nothing was spent. Press Refresh to send it.',
  },
};

/** Says the same for every error code, for the reference. */
export const errorCodes = Object.keys(table) as ErrorCode[];
export const faultKind = (code: ErrorCode): CellFault['fault'] => table[code].fault;

/** The faults of `checkRequest`: the first in full, the rest by number. */
export function requestFault(faults: readonly Fault[]): CellFault {
  const [first, ...more] = faults;
  const rest = more.length === 0 ? '' : ` (${more.length} more to correct)`;
  return { fault: 'value', message: sentence(`${first?.message ?? 'The request is not valid.'}${rest}`) };
}

export function cellFault(error: unknown, context: ErrorContext = {}): CellFault {
  if (isSpillwayError(error)) {
    const { fault, says } = table[error.code];
    return { fault, message: sentence(says(error.facts, context)) };
  }
  if (error instanceof InputFault) return { fault: error.fault, message: sentence(error.message) };
  const name = error instanceof Error ? error.name : typeof error;
  // The message of an unknown error is not shown: it may contain secrets.
  return {
    fault: 'na',
    message: `Something went wrong in Spillway (${name.slice(0, 40)}). Recalculate this cell; if that does not help, reload the add-in.`,
  };
}
