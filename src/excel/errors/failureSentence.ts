// The sentence for a failure: what happened, what the service itself says, whether it was charged, what to do. A cell shows 250
// characters, so the service's own message gets what the rest leaves; the charge and the advice are never cut.
import { timeout as standard } from '../../operations/timeout';
import type { ErrorFacts } from '../../engine/request/errors';
import { inCells } from '../../languages/labels';
import { messageLength, shorten } from '../../spill/shorten';
import { say } from './say';

/** Says how sure it is: an assumption is stated as one. */
function chargeSentence(billed: ErrorFacts['billed'], assumed = false): string {
  if (billed === 'yes') return say('charged');
  if (billed === 'maybe') return say('maybeCharged');
  if (billed === undefined) return '';
  return say(assumed ? 'assumedFree' : 'notCharged');
}

const ended = (text: string) => (/[.!?…。！？]$/.test(text) ? text : `${text}.`);

export interface Explanation {
  readonly what: string;
  readonly todo: string;
  /** Whether it was charged, if the facts do not say. */
  readonly billed?: ErrorFacts['billed'];
}

export function failureSentence(facts: ErrorFacts, { what, todo, billed }: Explanation): string {
  const charge =
    facts.billed === undefined
      ? chargeSentence(billed, billed === 'no')
      : chargeSentence(facts.billed, facts.assumed);
  const foreign = facts.foreign ? say('foreign') : '';
  const join = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');
  const fixed = join(what, foreign, charge, todo);
  const words = inCells(facts.detail?.trim() ?? '');
  const lead = `${say(facts.byGateway ? 'gatewaySays' : 'serviceSays')} `;
  const room = messageLength - fixed.length - lead.length - 2;
  const said = words === '' || room < 12 ? '' : ended(lead + shorten(words, room));
  return shorten(join(what, foreign, said, charge, todo), messageLength);
}

/** Suggests a longer timeout if there is one; never the one that was too short. */
export function moreTime({ timeout = standard.default }: ErrorFacts): string {
  if (timeout >= 1500) return say('timeoutMost');
  const next = timeout < 600 ? 600 : Math.min(1500, Math.ceil((timeout * 2) / 100) * 100);
  return say('timeoutMore', { next: String(next) });
}
