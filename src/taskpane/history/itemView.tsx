// One item: a value over time with its low, high and average, into the sheet, as a file, or deleted.
import { Spinner } from '@fluentui/react-components';
import { ArrowLeftRegular } from '@fluentui/react-icons';
import { useCallback } from 'react';
import { isDated, isSameOffer, readLine, type LinePoint } from '../../history/line';
import type { Item } from '../../history/store';
import { operationOf, type OperationId } from '../../operations';
import { historyOf } from '../../operations/histories';
import { Act, WorkButton } from '../controls/actions';
import { Choice } from '../controls/fields';
import { DataTable, ChartFrame } from '../controls/dataViews';
import { usePane, useReading } from '../shell/usePane';
import { plural } from '../text/words';
import { conditionsText } from '../../history/observation';
import { DeleteHistory, type OnDeleted, ExportHistory, ShareFeed } from './historyActions';
import { dayText, gatewayMissing } from './read/historyText';
import { currenciesOf, figuresOf, numbersOf, lineRuns, type Point } from './read/itemLine';
import { seriesFormula } from './read/seriesFormula';
import { fieldTitle, shownValue } from './read/shownValue';
import type { OpenedHistory } from './useHistory';
import { load } from '../../excel/lazyCode';
import { describeTarget } from '../../excel/workbook/insertion';
import type { Workbook } from '../../excel/workbook/workbook';
import { InputFault } from '../../spill/inputFault';
import { joined, listed, named, number, said, t } from '../../languages/t';
import { chartShape } from './read/chartShape';

// A small chart of one item: the value of each observation, held until the next. The table below it says the same.

/** As wide on the left as `4,699 mln.` and `7,211 тыс.`. */
const size = { width: 300, height: 130, left: 52, right: 8, top: 8, bottom: 20 };

interface ChartProperties {
  readonly operation: OperationId;
  readonly field: string;
  readonly title: string;
  readonly points: readonly Point[];
  readonly gaps: readonly number[];
}

function LineChart({ operation, field, title, points, gaps }: ChartProperties) {
  const { line, dots, ticks } = chartShape(points, size, gaps);
  const first = points[0]!;
  const last = points.at(-1)!;
  return (
    <ChartFrame
      size={size}
      title={title}
      ticks={ticks.map(({ value, y }) => ({
        y,
        label: number(value, { maximumSignificantDigits: 4, notation: 'compact' }),
      }))}
    >
      <path className="sw-chart-path" d={line} />
      {dots.map(({ x, y, point }) => (
        <circle key={point.at} className="sw-chart-dot" cx={x} cy={y} r={2.5}>
          <title>
            {joined('label', [dayText(point), shownValue(operation, field, point.value, point.currency)])}
          </title>
        </circle>
      ))}
      <text className="sw-chart-text" x={size.left} y={size.height - 5}>
        {dayText(first)}
      </text>
      {last.at > first.at && (
        <text className="sw-chart-text" x={size.width - size.right} y={size.height - 5} textAnchor="end">
          {dayText(last)}
        </text>
      )}
    </ChartFrame>
  );
}

/** Excel computes the formula after it was written; its cells are looked for so often. */
const tries = 20;
const pause = 250;

async function chartOf(cell: string, title: string): Promise<string> {
  const charts = await load(() => import(/* webpackChunkName: "charts" */ '../../excel/charts/charts'));
  for (let left = tries; ; left -= 1) {
    try {
      const made = await charts.chartResult(cell, 'line', title);
      await charts.followCharts();
      return said(made);
    } catch (error) {
      if (!(error instanceof InputFault) || left === 1) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

interface SheetLine {
  readonly formula: string;
  /** What the chart shows, of which item. */
  readonly title: string;
  readonly observations: number;
  /** Whether there is anything to draw. */
  readonly chart: boolean;
}

/** Returns a sentence about what was put there. */
async function putInSheet(workbook: Workbook, line: SheetLine): Promise<string> {
  const selection = await workbook.selection();
  if (!selection) throw new InputFault(t('history.selectACellIn'));
  const { cell, formula } = selection;
  const rows = line.observations + 1;
  const blocker = formula === '' ? await workbook.blocker(cell, rows, 2).catch(() => undefined) : cell;
  if (blocker !== undefined)
    throw new InputFault(
      t('history.theResultNeedsBut', {
        describeTarget: describeTarget(cell, rows, 2),
        blocker: said(blocker),
      }),
    );
  await workbook.insert(cell, line.formula, { headings: true, widths: [18, 14] });
  const put = t('history.formulaInsertedAtFree', { cell });
  if (!line.chart) return t('history.aChartNeedsTwo', { put });
  return `${put} ${await chartOf(cell, line.title).catch(() => t('history.theChartCouldNot'))}`;
}

interface Properties extends OpenedHistory {
  readonly item: Item;
  readonly field: string;
  readonly onField: (field: string) => void;
  readonly onBack: () => void;
  readonly onDeleted: OnDeleted;
}

export function ItemView({ history, version, item, field, onField, onBack, onDeleted }: Properties) {
  const { followed } = historyOf(item.operation);
  const { data, failure } = useReading(
    useCallback(async () => {
      const { reader, isPartial } = history.reading();
      return { line: await readLine(reader, item, field), isPartial: isPartial() };
    }, [history, item, field]),
    version,
  );
  const conditions = conditionsText(item.comparable);
  const { operation, id, comparable } = item;
  const filter = { operation, id, comparable };
  return (
    <>
      <Act
        says={t('history.allHistory')}
        appearance="subtle"
        className="sw-back"
        icon={<ArrowLeftRegular />}
        autoFocus
        onClick={onBack}
      />
      <section className="sw-card sw-stack" aria-labelledby="item-title">
        <h1 id="item-title">{item.label}</h1>
        <p className="sw-small">{joined('facts', [named(operationOf(operation).title), id, conditions])}</p>
        <Choice
          label={t('history.value')}
          value={field}
          choices={followed.map((path) => [path, fieldTitle(operation, path)] as const)}
          onChange={onField}
        />
        {failure && <p className="sw-wrong">{failure}</p>}
        {data?.isPartial && <p className="sw-wrong">{t(gatewayMissing)}</p>}
        {data ? (
          <>
            <Line item={item} field={field} line={data.line} />
            <PutInSheet item={item} field={field} line={data.line} />
          </>
        ) : (
          !failure && <Spinner size="tiny" label={t('common.loading')} />
        )}
        <ExportHistory history={history} filter={filter} title={t('common.exportAsCsv')} />
        <ShareFeed
          history={history}
          open={{ tables: ['history', 'changes'], sources: [operation], item: { id, comparable } }}
          name={item.label.slice(0, 60)}
        />
        <DeleteHistory
          history={history}
          filter={filter}
          label={item.label}
          count={1}
          title={t('history.deleteThisItem')}
          onDeleted={onDeleted}
        />
      </section>
    </>
  );
}

interface LineProperties {
  readonly item: Item;
  readonly field: string;
  readonly line: readonly LinePoint[];
}

function Line({ item, field, line }: LineProperties) {
  const all = numbersOf(line);
  const last = all.at(-1);
  // Of the room that is shown now: another one has another price.
  const points = all.filter((point) => !last || isSameOffer(point, last));
  const shown = new Set<LinePoint>(points);
  const gaps = line.filter((point) => !shown.has(point)).map(({ at }) => at);
  const currencies = currenciesOf(points);
  const figures = currencies.length > 1 ? undefined : figuresOf(points);
  const show = (value: number) => shownValue(item.operation, field, value, points[0]?.currency);
  const label = fieldTitle(item.operation, field);
  if (line.length === 0) return <p className="sw-quiet">{t('history.theServiceHasNever')}</p>;
  return (
    <>
      {points.length < all.length && <p className="sw-small">{t('history.otherRoomsLeftOut')}</p>}
      {currencies.length > 1 && (
        <p className="sw-small">{t('history.theValuesAreIn', { currencies: listed(currencies) })}</p>
      )}
      {figures && (
        <>
          <LineChart
            operation={item.operation}
            field={field}
            points={points}
            gaps={gaps}
            title={t('history.ofToInThe', {
              label,
              label2: item.label,
              show: show(figures.low.value),
              show2: show(figures.high.value),
              observations: plural(points.length, 'observation'),
            })}
          />
          <dl className="sw-figures">
            <Figure name={t('history.low')} value={show(figures.low.value)} note={dayText(figures.low)} />
            <Figure name={t('history.high')} value={show(figures.high.value)} note={dayText(figures.high)} />
            <Figure
              name={t('history.average')}
              value={show(Number(figures.average.toFixed(2)))}
              note={plural(points.length, 'observation')}
            />
          </dl>
        </>
      )}
      <details className="sw-fold" open={!figures}>
        <summary>{t('common.viewAsTable')}</summary>
        <RunTable item={item} field={field} line={line} />
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

function RunTable({ item, field, line }: LineProperties) {
  const dated = isDated(item.operation, field);
  return (
    <DataTable
      label={t('history.valuesOverTime')}
      head={[
        t(dated ? 'history.from' : 'history.firstSeen'),
        t(dated ? 'history.to' : 'history.lastSeen'),
        { figure: fieldTitle(item.operation, field) },
      ]}
      rows={lineRuns(line)
        .reverse()
        .map(({ first, last }) => [
          dayText(first),
          dayText(last),
          { figure: shownValue(item.operation, field, last.value, last.currency) },
        ])}
    />
  );
}

function PutInSheet({ item, field, line }: LineProperties) {
  const { workbook, namespace } = usePane();
  const put = () =>
    putInSheet(workbook, {
      formula: seriesFormula(item, field, namespace),
      title: t('history.of', { fieldLabel: fieldTitle(item.operation, field), label: item.label }),
      observations: line.length,
      chart: numbersOf(line).length > 1,
    });
  return <WorkButton says={t('history.insertIntoSheet')} isMain isOff={line.length === 0} work={put} />;
}
