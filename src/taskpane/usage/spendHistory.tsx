// The last days: totals, chart, sources, and the same as a table.
import { Field, Select } from '@fluentui/react-components';
import { useCallback } from 'react';
import { operationOf } from '../../operations';
import { usePane } from '../shell/paneContext';
import { useDraft } from '../shell/useDraft';
import { useLedgerData } from '../shell/useEngine';
import { credits } from '../text/words';
import { SpendChart, SpendTable } from './spendChart';
import { bars, bySource, localDay, sum } from './spending';

const lengths = [7, 14, 30, 90] as const;

export function SpendHistory() {
  const { runtime, now } = usePane();
  const [length, setLength] = useDraft<number>('spending days', () => 14);
  const days = useLedgerData(
    useCallback(() => runtime.engine.days(), [runtime]),
    [],
  );
  const shown = bars(days, localDay(now()), length);
  const sources = bySource(shown);
  return (
    <section className="sw-card" aria-labelledby="spending-title">
      <div className="sw-card-head">
        <h2 id="spending-title">Spending</h2>
        <Field label={{ children: 'Days', className: 'sw-unseen' }}>
          <Select size="small" value={length} onChange={(_event, { value }) => setLength(Number(value))}>
            {lengths.map((days) => (
              <option key={days} value={days}>
                {days} days
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {sources.length === 0 ? (
        <p className="sw-quiet">No requests in this period.</p>
      ) : (
        <>
          <p className="sw-legend">
            <span className="sw-key-spent">{credits(sum(shown, 'spent'))} spent</span>
            <span className="sw-key-saved">{credits(sum(shown, 'saved'))} saved by the cache</span>
          </p>
          <SpendChart bars={shown} />
          <ul className="sw-sources">
            {sources.map(({ operation, spent, saved }) => (
              <li key={operation}>
                <span>{operationOf(operation).title}</span>
                <span>
                  {spent.toLocaleString('en')} spent, {saved.toLocaleString('en')} saved
                </span>
              </li>
            ))}
          </ul>
          <details className="sw-fold">
            <summary>View as table</summary>
            <SpendTable bars={shown} />
          </details>
        </>
      )}
    </section>
  );
}
