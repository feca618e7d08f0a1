// Sentences about the history.
import type { DeletedHistory, GatewayHistoryFacts, History } from '../../../excel/runtime';
import type { DatedMoment } from '../../../history/line';
import type { ItemFilter } from '../../../history/store';
import { operationOf } from '../../../operations';
import { plural } from '../../text/words';
import type { SourceChanges } from './changes';
import { shareText } from './shownValue';

/** The day in the user's own time, or in the source's own calendar. */
export function dayText(moment: number | DatedMoment): string {
  const { at, zone }: DatedMoment = typeof moment === 'number' ? { at: moment } : moment;
  const form = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return zone === undefined
    ? new Date(at).toLocaleDateString(undefined, form)
    : new Date(at + zone * 3_600_000).toLocaleDateString(undefined, { ...form, timeZone: 'UTC' });
}

export const gatewayMissing =
  'The gateway’s history can’t be read at the moment. Only what is kept in this browser is shown.';

export function periodText(first: number, last: number): string {
  const [from, to] = [dayText(first), dayText(last)];
  return from === to ? from : `${from} – ${to}`;
}

export function sourceText({ changed, fresh, unchanged }: SourceChanges): string {
  const parts = [
    changed.length > 0 && `${changed.length.toLocaleString('en')} changed`,
    fresh > 0 && `${fresh.toLocaleString('en')} new`,
    unchanged > 0 && `${unchanged.toLocaleString('en')} unchanged`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** In words too, because an arrow or a colour is not heard. */
export const changeText = (share: number | undefined): string =>
  share === undefined ? 'changed' : `${share < 0 ? 'down' : 'up'} ${shareText(share).slice(1)}`;

/** What a filter names, to be put after "Deletes" or "Exported". */
export function meantText(filter: ItemFilter, label: string, count: number): string {
  if (filter.id !== undefined) return `the history of “${label}”`;
  if (filter.operation !== undefined)
    return `the history of ${operationOf(filter.operation).title} (${plural(count, 'item')})`;
  return `the whole history (${plural(count, 'item')})`;
}

/** Where it is deleted, before it is. */
export function deletionText(what: string, gateway: GatewayHistoryFacts | undefined): string {
  const end =
    'Results in your sheets and the cache stay. While the pane is open, you can undo this for an hour.';
  if (!gateway) return `Deletes ${what} in this browser. ${end}`;
  if (gateway.scope === 'own') return `Deletes ${what} in this browser and on the gateway. ${end}`;
  return gateway.mayDelete
    ? `Deletes ${what} in this browser. The gateway keeps it for your whole team. ${end}`
    : `Deletes ${what} in this browser. The gateway keeps it for your whole team, and only administrators can delete it there, so it is still shown. ${end}`;
}

export function deletedText(what: string, onGateway: DeletedHistory['onGateway']): string {
  const sentence = `Deleted ${what}`;
  if (typeof onGateway === 'object') return `${sentence}, in this browser and on the gateway.`;
  if (onGateway === 'failed')
    return `${sentence} in this browser. The gateway didn’t respond, so its copy remains. Try again later.`;
  return `${sentence} in this browser.`;
}

export const undoneText: Readonly<Record<Awaited<ReturnType<History['undo']>>, string>> = {
  all: 'Undone. The history is back.',
  part: 'Undone in this browser only. The gateway didn’t respond, or has already deleted its copy.',
  nothing: 'This was deleted more than an hour ago, so it can no longer be undone.',
};
