// The last days: totals, chart, sources, and the same as a table.
import { useCallback } from 'react';
import { operationOf } from '../../operations';
import { dateLocale, named, number, t } from '../../languages/t';
import { ChartFrame } from '../controls/chartFrame';
import { Choice } from '../controls/choice';
import { DataTable } from '../controls/dataTable';
import { usePane } from '../shell/paneContext';
import { useDraft } from '../shell/useDraft';
import { useLedgerData } from '../shell/useEngine';
import { credits } from '../text/words';
import { bars, bySource, localDay, roundTop, sum, type Bar } from './spending';

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
        <h2 id="spending-title">{t('usage.spending')}</h2>
        <Choice
          label={t('usage.days')}
          isLabelHidden
          value={String(length)}
          choices={[7, 14, 30, 90].map((days) => [String(days), t('usage.days2', { days })] as const)}
          onChange={(value) => setLength(Number(value))}
        />
      </div>
      {sources.length === 0 ? (
        <p className="sw-quiet">{t('usage.noRequestsInThis')}</p>
      ) : (
        <>
          <p className="sw-legend">
            <span className="sw-key-spent">
              {t('usage.spent', { credits: credits(sum(shown, 'spent')) })}
            </span>
            <span className="sw-key-saved">
              {t('usage.savedByTheCache', { credits: credits(sum(shown, 'saved')) })}
            </span>
          </p>
          <SpendChart bars={shown} />
          <ul className="sw-sources">
            {sources.map(({ operation, spent, saved }) => (
              <li key={operation}>
                <span>{named(operationOf(operation).title)}</span>
                <span>{t('usage.spentSaved', { spent, saved })}</span>
              </li>
            ))}
          </ul>
          <details className="sw-fold">
            <summary>{t('usage.viewAsTable')}</summary>
            <SpendTable bars={shown} />
          </details>
        </>
      )}
    </section>
  );
}

const size = { width: 300, height: 120, left: 28, right: 0, bottom: 18, top: 6 };

const shortDay = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(dateLocale(), { day: 'numeric', month: 'short' });

/**
 * Credits by day as bars: what was spent, and above it, lighter, what the cache saved. The table below says the
 * same.
 */
function SpendChart({ bars }: { readonly bars: readonly Bar[] }) {
  const top = roundTop(Math.max(...bars.map((bar) => bar.spent + bar.saved)));
  const height = size.height - size.top - size.bottom;
  const step = (size.width - size.left) / bars.length;
  const tall = (value: number) => (value / top) * height;
  const ground = size.top + height;
  return (
    <ChartFrame
      size={size}
      title={t('usage.creditsSpentAndSaved', { days: bars.length })}
      ticks={[0, top / 2, top].map((value) => ({
        y: ground - tall(value),
        label: number(value, { maximumFractionDigits: 1, notation: 'compact' }),
      }))}
    >
      {bars.map((bar, index) => {
        const x = size.left + index * step + step * 0.15;
        const width = step * 0.7;
        return (
          <g key={bar.day}>
            <title>
              {t('usage.spentSaved2', {
                day: shortDay(bar.day),
                credits: credits(bar.spent),
                saved: bar.saved,
              })}
            </title>
            <rect
              className="sw-chart-spent"
              x={x}
              width={width}
              y={ground - tall(bar.spent)}
              height={tall(bar.spent)}
            />
            <rect
              className="sw-chart-saved"
              x={x}
              width={width}
              y={ground - tall(bar.spent + bar.saved)}
              height={tall(bar.saved)}
            />
            {(index === 0 || index === bars.length - 1 || index === Math.floor(bars.length / 2)) && (
              <text
                className="sw-chart-text"
                x={x + width / 2}
                y={size.height - 4}
                textAnchor={index === 0 ? 'start' : index === bars.length - 1 ? 'end' : 'middle'}
              >
                {shortDay(bar.day)}
              </text>
            )}
          </g>
        );
      })}
    </ChartFrame>
  );
}

function SpendTable({ bars }: { readonly bars: readonly Bar[] }) {
  const rows = bars.flatMap((bar) => bar.sources.map((source) => ({ day: bar.day, ...source }))).reverse();
  return (
    <DataTable
      label={t('usage.creditsByDayAnd')}
      head={[
        { text: t('usage.day') },
        { text: t('common.source') },
        { text: t('usage.spent2'), isNumber: true },
        { text: t('usage.saved'), isNumber: true },
      ]}
      rows={rows.map(({ day, operation, spent, saved }) => [
        { text: shortDay(day) },
        { text: named(operationOf(operation).title) },
        { text: number(spent), isNumber: true },
        { text: number(saved), isNumber: true },
      ])}
    />
  );
}
