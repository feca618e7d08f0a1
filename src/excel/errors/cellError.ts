// The one place where an error becomes what a cell shows: #VALUE! (the formula is wrong) or #N/A (it waits for a person or for
// data), with a sentence that says what happened and what to do. Excel shows messages for these two only.
import {
  isSpillwayError,
  type ErrorCode,
  type ErrorFacts,
  type InvalidItem,
} from '../../engine/request/errors';
import { inCells, joinedInCells, labelled } from '../../languages/labels';
import { operationOf, type OperationId } from '../../operations';
import { type WireNames, wireNameOf } from '../../operations/wireNames';
import { timeout as standard } from '../../operations/table/parameter';
import { nearest } from '../../operations/check/nearest';
import { guideOf } from '../../operations/guides';
import type { CellFault } from '../../spill/cell';
import { InputFault, messageLength, shorten, inQuotes } from '../../spill/inputFault';
import { keyProblemText, say, type Says as Sentence } from './say';
import type { KeyProblem } from '../runtime';

/** Loaded with them, and said with the same result. */
export { ignoredFilters } from '../../operations/check/ignoredFilters';

// The sentence for a failure: what happened, what the service itself says, whether it was charged, what to do. A cell shows 250
// characters, so the service's own message gets what the rest leaves; the charge and the advice are never cut.

/** Says how sure it is: an assumption is stated as one. */
function chargeSentence(billed: ErrorFacts['billed'], assumed = false): string {
  if (billed === 'yes') return say('charged');
  if (billed === 'maybe') return say('maybeCharged');
  if (billed === undefined) return '';
  return say(assumed ? 'assumedFree' : 'notCharged');
}

const ended = (text: string) => (/[.!?…。！？]$/.test(text) ? text : `${text}.`);

interface Explanation {
  readonly what: string;
  readonly todo: string;
  /** Whether it was charged, if the facts do not say. */
  readonly billed?: ErrorFacts['billed'];
}

function failureSentence(facts: ErrorFacts, { what, todo, billed }: Explanation): string {
  const charge =
    facts.billed === undefined
      ? chargeSentence(billed, billed === 'no')
      : chargeSentence(facts.billed, facts.assumed);
  const foreign = facts.foreign ? say('foreign') : '';
  const join = (...parts: string[]) => joinedInCells('sentences', parts);
  const fixed = join(what, foreign, charge, todo);
  const words = inCells(facts.detail?.trim() ?? '');
  const lead = `${say(facts.byGateway ? 'gatewaySays' : 'serviceSays')} `;
  const room = messageLength - fixed.length - lead.length - 2;
  const said = words === '' || room < 12 ? '' : ended(lead + shorten(words, room));
  return shorten(join(what, foreign, said, charge, todo), messageLength);
}

/** Suggests a longer timeout if there is one; never the one that was too short. */
function moreTime({ timeout = standard.default }: ErrorFacts): string {
  if (timeout >= 1500) return say('timeoutMost');
  const next = timeout < 600 ? 600 : Math.min(1500, Math.ceil((timeout * 2) / 100) * 100);
  return say('timeoutMore', { next: String(next) });
}

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
  if (outside.has(part) && typeof name === 'string')
    return say('placeOutside', { part: String(part), name: inQuotes(name) });
  const wire = part === 'body' ? name : part;
  if (typeof wire !== 'string') return say('placeRequest');
  const more = (where: string) =>
    item.element !== undefined
      ? say('placeElement', { place: where, element: inQuotes(item.element) })
      : item.given === 'no'
        ? say('placeUnset', { place: where })
        : where;
  if (item.given === 'raw') return more(`raw:${wire}`);
  const found = parameterOf(wire, context);
  if (!found || context.operation === undefined) return more(say('placeField', { name: inQuotes(wire) }));
  const [own] = found;
  const isArgument = operationOf(context.operation).positional.includes(own);
  return more(say(isArgument ? 'placeArgument' : 'placeOption', { name: own }));
}

const got = ({ input, element }: InvalidItem) =>
  element === undefined &&
  (typeof input === 'string' || typeof input === 'number' || typeof input === 'boolean')
    ? ` ${say('received', { input: JSON.stringify(input).slice(0, 40) })}`
    : '';

/** A name that rests on an assumption (assumptions.ts) was refused: say that, and where to change it. */
function assumptionOf(item: InvalidItem, context: RefusalContext): string | undefined {
  const wire = String(item.loc[0] === 'body' ? item.loc[1] : item.loc[0]);
  const found = parameterOf(wire, context);
  if (found?.[1].assumption === undefined) return undefined;
  const said = item.msg === '' ? '' : ` ${inQuotes(item.msg)}.`;
  return `${say('assumedName', { name: found[0], wire })}${said} ${say('undocumented')}`;
}

function refusal(facts: ErrorFacts, context: RefusalContext): string {
  const { detail: _words, items = [], ...rest } = facts;
  const [first, ...more] = items;
  // Without items the service's own words, if there are any, are all there is.
  if (!first)
    return failureSentence(facts, {
      what:
        facts.detail === undefined
          ? say('refusedPlain', { place: say('placeRequest') })
          : say('refusedRequest'),
      todo: say('checkArguments'),
      billed: 'no',
    });
  const aboutName = items.map((item) => assumptionOf(item, context)).find((text) => text !== undefined);
  if (aboutName !== undefined)
    return failureSentence(rest, { what: aboutName, todo: say('rename'), billed: 'no' });
  const others = more.length === 0 ? '' : ` ${say('more', { count: more.length })}`;
  const where = place(first, context);
  const what =
    first.msg === ''
      ? say('refusedPlain', { place: where + got(first) })
      : say('refused', { place: where, why: shorten(first.msg.replace(/\.*$/, ''), 80) + got(first) });
  return failureSentence(rest, { what: what + others, todo: say('correct'), billed: 'no' });
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

const sentence = (text: string): string => shorten(joinedInCells('sentences', [text]), messageLength);

type Says = (facts: ErrorFacts, context: ErrorContext) => string;

const credits = ({ credits = 0 }: ErrorFacts) => say('credits', { count: credits });
const from = ({ until, retryAfter }: ErrorFacts, fallback: Sentence & `when${string}`) => {
  if (until !== undefined)
    return say('whenAfter', {
      time: new Date(until).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' }),
    });
  if (retryAfter === undefined) return say(fallback as 'whenLater');
  const seconds = Math.max(1, Math.ceil(retryAfter / 1000));
  if (seconds <= 90) return say('whenSeconds', { count: seconds });
  return seconds <= 5400
    ? say('whenMinutes', { count: Math.ceil(seconds / 60) })
    : say('whenHours', { count: Math.ceil(seconds / 3600) });
};
const source = ({ operation }: ErrorContext) =>
  operation === undefined ? say('thisSource') : operationOf(operation).function;
const tell =
  (explanation: (facts: ErrorFacts, context: ErrorContext) => Explanation): Says =>
  (facts, context) =>
    failureSentence(facts, explanation(facts, context));

const heldBecause = ({ held = 'ask_above' }: ErrorFacts): string =>
  held === 'ask_above' || held === 'handed_over' ? '' : `${say(`held_${held}`)} `;

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

/** Failures that the service does not document, by what HTTP means by them (RFC 9110, RFC 7725). */
const statuses: Readonly<Record<number, (facts: ErrorFacts) => Omit<Explanation, 'billed'>>> = {
  402: () => ({ what: say('status402'), todo: say('checkAccount') }),
  409: (facts) => ({ what: say('status409'), todo: say('refreshWhen', { when: from(facts, 'whenMinute') }) }),
  410: () => ({ what: say('status410'), todo: `${say('checkTheInput')} ${say('noUse')}` }),
  413: () => ({ what: say('status413'), todo: `${say('shortenLists')} ${say('noUse')}` }),
  451: () => ({ what: say('status451'), todo: say('noUse') }),
  501: () => ({ what: say('status501'), todo: `${say('checkAddress')} ${say('noUse')}` }),
  502: (facts) => ({ what: say('status502'), todo: say('refreshWhen', { when: from(facts, 'whenFew') }) }),
  503: (facts) => ({ what: say('status503'), todo: say('refreshWhen', { when: from(facts, 'whenFew') }) }),
  504: (facts) => ({ what: say('status504'), todo: say('refreshFewer', { when: from(facts, 'whenFew') }) }),
};

function unexpected(facts: ErrorFacts): Explanation {
  const { status } = facts;
  const known = status === undefined ? undefined : statuses[status];
  if (known) return { ...known(facts), billed: 'maybe' };
  return {
    what: status === undefined ? say('unexpected') : say('unexpectedStatus', { status: String(status) }),
    todo: say('refreshWhen', { when: from(facts, 'whenLater') }),
    billed: 'maybe',
  };
}

/** "Check the destination": what was looked for, and the like of it that has brought results before. */
function checkLookup({ operation, asked, seen = [] }: ErrorContext): string {
  const near = typeof asked === 'string' ? nearest(asked, seen) : undefined;
  const meant =
    near === undefined || near === asked ? '' : `${say('didYouMean', { name: shorten(near, 40) })} `;
  const todo =
    operation === undefined
      ? say('checkInput')
      : say('checkLookup', { lookup: operationOf(operation).lookup });
  return meant + todo;
}

const table: Readonly<Record<ErrorCode, Says>> = {
  bad_request: tell(() => ({ what: say('badRequest'), todo: say('checkArguments'), billed: 'no' })),
  bad_key: (facts) =>
    facts.signIn && facts.detail !== undefined
      ? facts.detail
      : failureSentence(facts, { what: say('badKey'), todo: say('saveKey'), billed: 'no' }),
  forbidden: tell((_facts, context) =>
    context.agentsOnly
      ? { what: say('agentsOnly'), todo: say('saveStandardKey'), billed: 'no' }
      : { what: say('noAccess', { source: source(context) }), todo: say('askAccess'), billed: 'no' },
  ),
  not_found: tell((_facts, context) => ({
    what: say('nothingFound'),
    todo: checkLookup(context),
    billed: 'no',
  })),
  timed_out: tell((facts) => ({ what: say('timedOut'), todo: moreTime(facts), billed: 'maybe' })),
  // The cause in the service's own words says more than all that a 412 can mean.
  unavailable: tell(({ detail }, context) => ({
    what:
      detail !== undefined
        ? ''
        : context.operation === undefined
          ? say('noData')
          : labelled(guideOf(context.operation).unavailable),
    todo: checkLookup(context),
    billed: 'no',
  })),
  invalid: (facts, context) => refusal(facts, context),
  rate_limited: tell((facts) => ({
    what: say('rateLimit'),
    todo: say('refreshLimits', { when: from(facts, 'whenMinute') }),
    billed: 'no',
  })),
  service_failed: tell(() => ({
    what: say('serviceFailed'),
    todo: say('refreshWhen', { when: say('whenFew') }),
    billed: 'maybe',
  })),
  unexpected_status: tell(unexpected),
  // The message is the browser's, not the service's.
  network: ({ detail: _detail, ...facts }) =>
    failureSentence(facts, { what: say('unreached'), todo: say('checkConnection') }),
  deadline: tell((facts) => ({ what: say('noResponse'), todo: moreTime(facts), billed: 'maybe' })),
  not_json: tell(() => ({ what: say('unreadable'), todo: say('tryAgain'), billed: 'maybe' })),
  truncated: tell(() => ({ what: say('cutOff'), todo: say('tryAgain'), billed: 'maybe' })),
  not_records: tell(() => ({ what: say('noRecords'), todo: say('tryAgain'), billed: 'maybe' })),
  no_key: ({ signIn, detail }, { keyProblem }) =>
    signIn && detail !== undefined ? detail : keyProblem ? keyProblemText(keyProblem) : say('noKey'),
  held: (facts) =>
    facts.held === 'handed_over'
      ? say('handedOver', { credits: credits(facts) })
      : `${say('held', { credits: credits(facts) })} ${heldBecause(facts)}${say('heldEnd')}`,
  rejected: (facts) =>
    facts.credits === undefined ? say('declined') : say('declinedPrice', { credits: credits(facts) }),
  over_budget: tell((facts) => ({
    what:
      facts.credits === undefined ? say('overBudget') : say('overBudgetPrice', { credits: credits(facts) }),
    todo: say('raiseCap'),
  })),
  not_cached: () => say('notCached'),
  past_stay: ({ stay = say('theStay'), date1904 }, { serialDates }) =>
    say('pastStay', { stay }) +
    (serialDates && date1904 !== undefined ? ` ${say('date1904', { date: date1904 })}` : ''),
  circuit_open: (facts) =>
    facts.until === undefined ? say('circuitOpen') : say('circuitUntil', { when: from(facts, 'whenSoon') }),
  stopped: () => say('stopped'),
  cancelled: () => say('cancelled'),
};

/** Says the same for every error code, for the reference. */
export const errorCodes = Object.keys(table) as ErrorCode[];
export const faultKind = (code: ErrorCode): CellFault['fault'] =>
  kinds[code] === 'formula' ? 'value' : 'na';

export function cellFault(error: unknown, context: ErrorContext = {}): CellFault {
  if (isSpillwayError(error)) {
    return { fault: faultKind(error.code), message: sentence(table[error.code](error.facts, context)) };
  }
  if (error instanceof InputFault) return { fault: error.fault, message: sentence(error.message) };
  const name = error instanceof Error ? error.name : typeof error;
  // The message of an unknown error is not shown: it may contain secrets.
  return { fault: 'na', message: say('wentWrong', { name: name.slice(0, 40) }) };
}
