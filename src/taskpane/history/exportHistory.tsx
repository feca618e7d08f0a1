// The history as a file: one item with what the gateway knows of it, or what is kept in this browser of many.
import type { History } from '../../excel/runtime';
import type { ItemFilter } from '../../history/store';
import { t } from '../../languages/t';
import { BusyButton } from '../controls/actions';
import { saveFile, usePane, useAttempt } from '../shell/usePane';
import { csvOf } from '../text/csv';
import { sheetTime } from '../text/sheetTime';
import { plural } from '../text/words';
import { historyRows } from './read/historyRows';
import { gatewayMissing } from './read/historyText';

interface Properties {
  readonly history: History;
  readonly filter: ItemFilter;
  readonly title: string;
}

export function ExportHistory({ history, filter, title }: Properties) {
  const { now } = usePane();
  const { busy, says, attempt } = useAttempt();
  const isOne = filter.id !== undefined;
  const make = () =>
    attempt(async () => {
      // Of many items the gateway would be asked thousands of questions; it has a view for that.
      const { reader, isPartial } = history.reading();
      const from = isOne ? reader : history.local;
      const items = await from.items(filter);
      const rows = await historyRows(from, items);
      const day = sheetTime(now()).slice(0, 10);
      saveFile(`spillway-history-${day}.csv`, csvOf(rows), 'text/csv;charset=utf-8');
      const facts = { values: plural(rows.length - 1, 'value'), items: plural(items.length, 'item') };
      const done = isOne ? t('history.exportedOf', facts) : t('history.exportedOfBrowser', facts);
      return isPartial() ? `${done} ${t(gatewayMissing)}` : done;
    });
  return (
    <>
      <BusyButton size="small" busy={busy} onClick={() => void make()}>
        {title}
      </BusyButton>
      {says && <p className="sw-small">{says}</p>}
    </>
  );
}
