// Which cells are stuck, why, and which of them can be repaired with what is already paid for: only those whose responses are
// all cached and new enough. For the others it is said what to do.
import type { Engine } from '../../engine/engine';
import type { DataResponse } from '../../engine/request/response';
import type { Settings } from '../../engine/request/settings';
import type { ShownFormula } from '../../excel/doctor/shownFormulas';
import { dateLocale, t, type PlainKey } from '../../languages/t';
import { cellKey } from '../formulas/cellReference';
import { requestsIn, type ReadingParts, type WantedRequest } from '../formulas/pricing/formulaRequests';
import { failureText } from '../text/failureText';
import { plural } from '../text/words';

type Trouble = 'busy' | 'name' | 'connection' | 'blocked' | 'hidden' | 'old';

interface StuckCell {
  readonly formula: ShownFormula;
  readonly trouble: Trouble;
  /** When its oldest result was fetched, for `old`. */
  readonly since?: number;
  /** It can be repaired for nothing. */
  readonly free: boolean;
  /** What to do where it cannot; a sentence. */
  readonly advice: string;
}

export interface Diagnosis {
  readonly formulas: number;
  readonly stuck: readonly StuckCell[];
}

export interface DoctorParts extends ReadingParts {
  readonly engine: Pick<Engine, 'remembered' | 'state'>;
  readonly settings: Pick<Settings, 'ages'>;
  readonly now: number;
}

const errors: Readonly<Record<string, Trouble>> = {
  '#BUSY!': 'busy',
  '#GETTING_DATA': 'busy',
  '#NAME?': 'name',
  '#CONNECT!': 'connection',
  '#SPILL!': 'blocked',
  '#N/A': 'hidden',
  '#VALUE!': 'hidden',
};

/** Results without an age limit count as old after this. */
const oldAfter = 30 * 86_400_000;
/** What expires this soon would be fetched again by the repairing itself. */
const margin = 120_000;

interface Known {
  readonly responses: readonly DataResponse[];
  readonly failure: unknown;
  /** Each request has a response that its formula will take as it is. */
  readonly usable: boolean;
}

async function known(wanted: readonly WantedRequest[], parts: DoctorParts): Promise<Known> {
  const responses: DataResponse[] = [];
  let failure: unknown;
  let usable = true;
  for (const { request, maxAge } of wanted) {
    const found = await parts.engine.remembered(request);
    const limit = maxAge ?? parts.settings.ages[request.operation] ?? Infinity;
    failure ??= found?.failure;
    if (found?.response) responses.push(found.response);
    if (!found?.response || parts.now + margin - found.response.fetchedAt > limit) usable = false;
  }
  return { responses, failure, usable };
}

/** What is under way or held for this cell needs no repairing. */
function underWay(cell: string, { engine }: DoctorParts): string | undefined {
  const { queue, held: bursts } = engine.state();
  const own = (cells: readonly string[]) => cells.some((each) => cellKey(each) === cellKey(cell));
  if (queue.some(({ cells }) => own(cells))) return t('activity.itIsBeingFetched');
  return bursts.some(({ cells }) => own(cells)) ? t('activity.itWaitsForYour') : undefined;
}

async function examine(formula: ShownFormula, parts: DoctorParts): Promise<StuckCell | undefined> {
  const { cell, entered, shown } = formula;
  const trouble = typeof shown === 'string' ? errors[shown] : undefined;
  const reading = await requestsIn({ cell, formula: entered }, parts);
  if (reading.state === 'unread') {
    if (trouble === undefined || trouble === 'hidden') return undefined;
    const advice = t(trouble === 'blocked' ? 'activity.clearTheCellsIn' : 'activity.selectTheCellPress');
    return { formula, trouble, free: false, advice };
  }
  const { responses, failure, usable } = await known(reading.wanted, parts);
  if (trouble === undefined) return old(formula, responses, parts);
  if (trouble === 'blocked') return { formula, trouble, free: false, advice: t('activity.clearTheCellsIn') };
  const busy = underWay(cell, parts);
  if (busy !== undefined)
    return trouble === 'hidden' ? undefined : { formula, trouble, free: false, advice: busy };
  if (usable && failure === undefined) {
    // An error may be what the formula has to say: nothing was found, or what surrounds the call makes it.
    const shows = reading.whole !== undefined && responses.some(({ records }) => records.length > 0);
    if (trouble === 'hidden' && !shows) return undefined;
    return { formula, trouble, free: true, advice: '' };
  }
  // Refresh does not find formulas under the names of a file.
  const missing = t(trouble === 'name' ? 'activity.itsDataIsntCached' : 'activity.toFetchItSelect');
  // An error that is the outcome of its request is not stuck: the cell says what happened.
  if (trouble === 'hidden') return undefined;
  return { formula, trouble, free: false, advice: failure === undefined ? missing : failureText(failure) };
}

/** What is older than anyone keeps it, or than it should be: fetching it again has failed, and only a stamp or a card says so. */
function old(
  formula: ShownFormula,
  responses: readonly DataResponse[],
  { now }: DoctorParts,
): StuckCell | undefined {
  const failed = responses.filter(({ stale }) => stale).sort((a, b) => a.fetchedAt - b.fetchedAt)[0];
  if (failed)
    return {
      formula,
      trouble: 'old',
      since: failed.fetchedAt,
      free: false,
      advice: failureText(failed.stale),
    };
  const since = Math.min(...responses.map(({ fetchedAt }) => fetchedAt));
  if (now - since <= oldAfter || responses.length === 0) return undefined;
  return { formula, trouble: 'old', since, free: false, advice: t('activity.toFetchItSelect') };
}

export async function diagnose(all: readonly ShownFormula[], parts: DoctorParts): Promise<Diagnosis> {
  const stuck: StuckCell[] = [];
  for (const formula of all) {
    const found = await examine(formula, parts);
    if (found) stuck.push(found);
  }
  return { formulas: all.length, stuck };
}

const says: Readonly<Record<Exclude<Trouble, 'old'>, PlainKey>> = {
  busy: 'activity.isStuckAtBusy',
  name: 'activity.showsNameExcelDidnt',
  connection: 'activity.showsConnectExcelCouldnt',
  blocked: 'activity.showsSpillOtherCells',
  hidden: 'activity.doesntShowItsResult',
};

const dayOf = (at: number): string =>
  new Date(at).toLocaleDateString(dateLocale(), { day: 'numeric', month: 'long', year: 'numeric' });

/** After the name of the cell. */
export function stuckText({ trouble, since, free, advice }: StuckCell): string {
  const what =
    trouble === 'old' ? t('activity.showsResultsOf', { day: dayOf(since ?? 0) }) : t(says[trouble]);
  return `${what} ${free ? t('activity.canBeRepairedFor') : advice}`;
}

export function diagnosisText({ formulas, stuck }: Diagnosis): string {
  if (formulas === 0) return t('activity.thisWorkbookHasNo');
  if (stuck.length === 0) return t('activity.checkedAllAreFine', { formulas: plural(formulas, 'formula') });
  const free = stuck.filter((cell) => cell.free).length;
  const facts = { formulas: plural(formulas, 'formula'), cells: stuck.length };
  return free > 0
    ? t('activity.checkedAttentionFree', { ...facts, free })
    : t('activity.checkedAttention', facts);
}

export function repairedText(tried: number, still: number): string {
  const repaired = tried - still;
  const cells = plural(tried, 'cell');
  const done =
    repaired === tried ? t('activity.repaired', { cells }) : t('activity.repairedOf', { repaired, cells });
  return still === 0 ? done : t('activity.toRepairTheRest', { done });
}
