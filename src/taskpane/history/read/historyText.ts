// Sentences about the history.
import type { DeletedHistory, GatewayHistoryFacts, History } from '../../../excel/runtime';
import type { DatedMoment } from '../../../history/line';
import type { ItemFilter } from '../../../history/store';
import { operationOf } from '../../../operations';
import { plural } from '../../text/words';
import { dateLocale, joined, named, t, type PlainKey } from '../../../languages/t';
import type { SourceChanges } from './changes';
import { shareText } from './shownValue';

/** The day in the user's own time, or in the source's own calendar. */
export function dayText(moment: number | DatedMoment): string {
  const { at, zone }: DatedMoment = typeof moment === 'number' ? { at: moment } : moment;
  const form = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return zone === undefined
    ? new Date(at).toLocaleDateString(dateLocale(), form)
    : new Date(at + zone * 3_600_000).toLocaleDateString(dateLocale(), { ...form, timeZone: 'UTC' });
}

export const gatewayMissing: PlainKey = 'history.theGatewaysHistoryCant';

export function periodText(first: number, last: number): string {
  const [from, to] = [dayText(first), dayText(last)];
  return from === to ? from : `${from} – ${to}`;
}

export function sourceText({ changed, fresh, unchanged }: SourceChanges): string {
  return joined('facts', [
    changed.length > 0 && t('history.changed', { count: changed.length }),
    fresh > 0 && t('history.new', { fresh }),
    unchanged > 0 && t('history.unchanged', { unchanged }),
  ]);
}

/** In words too, because an arrow or a colour is not heard. */
export const changeText = (share: number | undefined, isOtherOffer = false): string =>
  share === undefined
    ? t(isOtherOffer ? 'history.anotherRoom' : 'history.hasChanged')
    : t(share < 0 ? 'history.down' : 'history.up', { share: shareText(share).slice(1) });

/** What a filter names, to be put after "Deletes" or "Exported". */
export function meantText(filter: ItemFilter, label: string, count: number): string {
  if (filter.id !== undefined) return t('history.theHistoryOf', { label });
  if (filter.operation !== undefined)
    return t('history.theHistoryOf2', {
      title: named(operationOf(filter.operation).title),
      items: plural(count, 'item'),
    });
  return t('history.theWholeHistory', { items: plural(count, 'item') });
}

/** Where it is deleted, before it is. */
export function deletionText(what: string, gateway: GatewayHistoryFacts | undefined): string {
  const end = t('history.resultsInYourSheets');
  if (!gateway) return t('history.deletesInThisBrowser', { what, end });
  if (gateway.scope === 'own') return t('history.deletesInThisBrowser2', { what, end });
  return gateway.mayDelete
    ? t('history.deletesInThisBrowser3', { what, end })
    : t('history.deletesInThisBrowser4', { what, end });
}

export function deletedText(what: string, onGateway: DeletedHistory['onGateway']): string {
  if (typeof onGateway === 'object') return t('history.deletedBoth', { what });
  return onGateway === 'failed' ? t('history.deletedHalf', { what }) : t('history.deletedHere', { what });
}

export const undoneText: Readonly<Record<Awaited<ReturnType<History['undo']>>, PlainKey>> = {
  all: 'history.undoneTheHistoryIs',
  part: 'history.undoneInThisBrowser',
  nothing: 'history.thisWasDeletedMore',
};
