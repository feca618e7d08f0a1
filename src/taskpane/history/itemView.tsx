// One item: a value over time with its low, high and average, into the sheet, as a file, or deleted.
import { Button, Field, Select, Spinner } from '@fluentui/react-components';
import { ArrowLeftRegular } from '@fluentui/react-icons';
import { useCallback } from 'react';
import { runsOf, type Series } from '../../history/series';
import type { Item } from '../../history/store';
import { operationOf } from '../../operations';
import { historyOf } from '../../operations/histories';
import { BusyButton } from '../controls/busyButton';
import { DataTable } from '../controls/dataTable';
import { usePane } from '../shell/paneContext';
import { useAttempt } from '../shell/useAttempt';
import { plural } from '../text/words';
import { conditionsText } from './read/conditions';
import { DeleteHistory, type OnDeleted } from './deleteHistory';
import { ExportHistory } from './exportHistory';
import { dayText } from './read/historyText';
import { figuresOf, numbersOf, readLine } from './read/itemLine';
import { LineChart } from './lineChart';
import { putInSheet } from './putInSheet';
import { seriesFormula } from './read/seriesFormula';
import { fieldLabel, shownValue } from './read/shownValue';
import { useReading, type OpenedHistory } from './useHistory';

interface Properties extends OpenedHistory {
  readonly item: Item;
  readonly field: string;
  readonly onField: (field: string) => void;
  readonly onBack: () => void;
  readonly onDeleted: OnDeleted;
}

export function ItemView({ history, version, item, field, onField, onBack, onDeleted }: Properties) {
  const { followed } = historyOf(item.operation);
  const { data: series, failure } = useReading(
    useCallback(() => readLine(history.reader, item, field), [history, item, field]),
    version,
  );
  const conditions = conditionsText(item.comparable);
  const { operation, id, comparable } = item;
  const filter = { operation, id, comparable };
  return (
    <>
      <Button size="small" appearance="subtle" icon={<ArrowLeftRegular />} autoFocus onClick={onBack}>
        All history
      </Button>
      <section className="sw-card sw-stack" aria-labelledby="item-title">
        <h1 id="item-title">{item.label}</h1>
        <p className="sw-small">
          {operationOf(operation).title}, {id}
          {conditions && `, ${conditions}`}
        </p>
        <Field label="Value">
          <Select size="small" value={field} onChange={(_event, { value }) => onField(value)}>
            {followed.map((path) => (
              <option key={path} value={path}>
                {fieldLabel(operation, path)}
              </option>
            ))}
          </Select>
        </Field>
        {failure && <p className="sw-wrong">{failure}</p>}
        {series ? (
          <Line item={item} field={field} series={series} />
        ) : (
          <Spinner size="tiny" label="Loading…" />
        )}
        {series && <PutInSheet item={item} field={field} series={series} />}
        <ExportHistory history={history} filter={filter} title="Export as CSV" />
        <DeleteHistory
          history={history}
          filter={filter}
          label={item.label}
          count={1}
          title="Delete this item"
          onDeleted={onDeleted}
        />
      </section>
    </>
  );
}

interface LineProperties {
  readonly item: Item;
  readonly field: string;
  readonly series: Series;
}

function Line({ item, field, series }: LineProperties) {
  const points = numbersOf(series);
  const figures = figuresOf(points);
  const show = (value: number) => shownValue(item, field, value);
  const label = fieldLabel(item.operation, field);
  if (series.changes.length === 0)
    return <p className="sw-quiet">The service has never returned this value.</p>;
  return (
    <>
      {figures && (
        <>
          <LineChart
            item={item}
            field={field}
            points={points}
            title={`${label} of ${item.label}: ${show(figures.low.value)} to ${show(figures.high.value)} in ${plural(points.length, 'observation')}. The table below lists them.`}
          />
          <dl className="sw-figures">
            <Figure name="Low" value={show(figures.low.value)} note={dayText(figures.low.at)} />
            <Figure name="High" value={show(figures.high.value)} note={dayText(figures.high.at)} />
            <Figure
              name="Average"
              value={show(Number(figures.average.toFixed(2)))}
              note={plural(points.length, 'observation')}
            />
          </dl>
        </>
      )}
      <details className="sw-fold" open={!figures}>
        <summary>View as table</summary>
        <RunTable item={item} field={field} series={series} />
      </details>
    </>
  );
}

const Figure = (properties: { readonly name: string; readonly value: string; readonly note: string }) => (
  <div>
    <dt className="sw-small">{properties.name}</dt>
    <dd className="sw-number">{properties.value}</dd>
    <dd className="sw-small">{properties.note}</dd>
  </div>
);

function RunTable({ item, field, series }: LineProperties) {
  return (
    <DataTable
      label="Values over time"
      head={[
        { text: 'First seen' },
        { text: 'Last seen' },
        { text: fieldLabel(item.operation, field), isNumber: true },
      ]}
      rows={runsOf(series)
        .reverse()
        .map(({ first, last, value }) => [
          { text: dayText(first) },
          { text: dayText(last) },
          { text: shownValue(item, field, value), isNumber: true },
        ])}
    />
  );
}

function PutInSheet({ item, field, series }: LineProperties) {
  const { workbook, namespace } = usePane();
  const { busy, says, attempt } = useAttempt();
  const put = () =>
    attempt(() =>
      putInSheet(workbook, {
        formula: seriesFormula(item, field, namespace),
        observations: series.times.length,
        chart: numbersOf(series).length > 1,
      }),
    );
  return (
    <>
      <BusyButton
        size="small"
        appearance="primary"
        busy={busy}
        disabledFocusable={series.changes.length === 0}
        onClick={() => void put()}
      >
        Insert into sheet
      </BusyButton>
      {says && <p className="sw-small">{says}</p>}
    </>
  );
}
