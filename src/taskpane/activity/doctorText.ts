// What the check of stuck cells found, and what repairing did, in sentences.
import { plural } from '../text/words';
import type { Diagnosis, StuckCell, Trouble } from './doctorPlan';

const says: Readonly<Record<Trouble, string>> = {
  busy: 'is stuck at #BUSY!.',
  name: 'shows #NAME?: Excel didn’t know the function when the workbook was opened.',
  connection: 'shows #CONNECT!: Excel couldn’t reach the add-in.',
  blocked: 'shows #SPILL!: other cells are in the way.',
  hidden: 'doesn’t show its result, although it has arrived.',
  old: 'shows results',
};

const dayOf = (at: number): string =>
  new Date(at).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' });

/** After the name of the cell. */
export function stuckText({ trouble, since, free, advice }: StuckCell): string {
  const what = since === undefined ? says[trouble] : `${says[trouble]} of ${dayOf(since)}.`;
  return `${what} ${free ? 'Can be repaired for free.' : advice}`;
}

export function diagnosisText({ formulas, stuck }: Diagnosis): string {
  if (formulas === 0) return 'This workbook has no Spillway formulas.';
  if (stuck.length === 0) return `${plural(formulas, 'formula')} checked: all are fine.`;
  const free = stuck.filter((cell) => cell.free).length;
  const found = `${plural(formulas, 'formula')} checked: ${plural(stuck.length, 'cell')} ${stuck.length === 1 ? 'needs' : 'need'} attention`;
  return free > 0 ? `${found}, ${free} can be repaired for free.` : `${found}.`;
}

export function repairedText(tried: number, still: number): string {
  const repaired = tried - still;
  const done = `${repaired === tried ? plural(tried, 'cell') : `${repaired} of ${plural(tried, 'cell')}`} repaired. Nothing was spent.`;
  return still === 0 ? done : `${done} To repair the rest, reload the add-in or restart Excel.`;
}
