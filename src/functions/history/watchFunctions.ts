// WATCH.ALERTS and WATCH.STATUS: what the gateway's watches have found, and how they are, as tables. They ask the gateway for what it
// knows, which is free and is no data request; they are calculated again when the pane finds something new.
import type { GatewayWatches } from '../../excel/runtime';
import type { ShownAlert, ShownWatch } from '../../protocol/watches';
import { alertText, fieldLabel, figureOf } from '../../history/watchAlert';
import { labelled } from '../../languages/labels';
import { said } from '../../languages/t';
import type { Cell } from '../../spill/cell';
import { bounded } from '../../spill/grid/bounded';
import { finePercentFormat, timeFormat, wholePercentFormat } from '../../spill/grid/numberFormat';
import { localSerial } from '../../spill/read/values/excelDate';
import type { FunctionContext } from '../calls/functionContext';
import { argumentsOf, invocationOf, isPreview, type Implementation } from '../calls/invocation';
import { limitIn, limitStart } from './dates';
import { historyField } from './fields';
import { rowsInTime } from '../calls/rowsInTime';
import { sayHistory } from './say';
import { oneCell } from '../free/operationNamed';

/** On the clock of the person who reads it, to the minute. */
function momentCell(at: number | undefined, formats: boolean): Cell {
  if (at === undefined) return '';
  const basicValue = localSerial(Math.floor(at / 60_000) * 60_000);
  return formats ? { type: 'Double', basicValue, numberFormat: timeFormat } : basicValue;
}

const alertHeadings = [
  'Seen',
  'Watch',
  'Alert',
  'Item',
  'Field',
  'Target',
  'Before',
  'Now',
  'Credits',
  'Where',
];

function alertRow(alert: ShownAlert, formats: boolean): Cell[] {
  const { at, name, kind, item = '', operation, target, before, now, currency, credits, cell } = alert;
  const figure = figureOf(alert.figure ?? '');
  const field = figure ? ('path' in figure ? figure.path : undefined) : alert.field;
  const label = alert.figure ?? field;
  const shown = operation && field !== undefined ? historyField(operation, field, formats) : undefined;
  const amount = (value: number | boolean | undefined): Cell =>
    value === undefined ? '' : (shown?.cell({ value, currency }) ?? value);
  const percent: Cell =
    target === undefined
      ? ''
      : formats
        ? {
            type: 'Double',
            basicValue: target / 100,
            numberFormat: target % 1 === 0 ? wholePercentFormat : finePercentFormat(target),
          }
        : target / 100;
  return [
    momentCell(at, formats),
    name,
    alertText(alert),
    item,
    operation && label !== undefined ? fieldLabel(operation, label) : '',
    kind === 'changed' ? percent : amount(target),
    amount(before),
    amount(now),
    credits ?? '',
    cell ?? '',
  ];
}

const statusHeadings = [
  'Watch',
  'State',
  'Next run',
  'Last run',
  'Outcome',
  'Responses',
  'Rows changed',
  'Credits',
  'Spent today',
  'Limit a day',
  'Spent this month',
  'Limit a month',
  'Unseen alerts',
  'Note',
];

function statusRow(watch: ShownWatch, formats: boolean): Cell[] {
  const { name, state, running, asked, nextAt, last, spent, limits, unseen, why } = watch;
  return [
    name,
    running ? 'running' : asked ? 'starting' : state,
    momentCell(nextAt, formats),
    momentCell(last?.startedAt, formats),
    last?.outcome ?? '',
    last?.responses ?? '',
    last?.rows ?? '',
    last?.credits ?? '',
    spent.day,
    limits.day,
    spent.month,
    limits.month,
    unseen,
    said(why ?? last?.detail ?? ''),
  ];
}

type Work = (watches: GatewayWatches, argument: unknown) => Promise<Cell[][]>;

/** Room for a large workbook. */
const mostCells = 1_000;

export function createWatchFunctions(context: FunctionContext) {
  const { runtime, host, now, recalculate } = context;
  const cells = new Set<string>();
  const followed = new WeakSet<GatewayWatches>();
  const watchesFor = async (cell: string | undefined): Promise<GatewayWatches> => {
    const watches = await runtime.watches();
    if (!followed.has(watches)) watches.subscribe(() => recalculate([...cells]));
    followed.add(watches);
    if (cells.size >= mostCells) cells.clear();
    if (cell !== undefined) cells.add(cell);
    return watches;
  };
  const callable =
    (arity: number, sample: 'sampleAlerts' | 'sampleWatches', work: Work): Implementation =>
    async (...args) => {
      const invocation = invocationOf(args);
      if (isPreview(invocation)) return [[sayHistory(sample)]];
      const [argument] = argumentsOf(args, arity);
      const working = watchesFor(invocation.address).then((watches) => work(watches, argument));
      return rowsInTime(
        working.then((rows) => bounded(rows).rows),
        invocation,
        context,
      );
    };
  return {
    'WATCH.ALERTS': callable(1, 'sampleAlerts', async (watches, argument) => {
      const since = limitStart(limitIn('since', oneCell('since', argument), now()));
      const { alerts } = await watches.alerts(since);
      return [
        alertHeadings.map((heading) => labelled(heading)),
        ...alerts.map((alert) => alertRow(alert, host.formats)),
      ];
    }),
    'WATCH.STATUS': callable(0, 'sampleWatches', async (watches) => {
      const { watches: list } = await watches.list(false);
      return [
        statusHeadings.map((heading) => labelled(heading, `watch.${heading}`)),
        ...list.map((watch) => statusRow(watch, host.formats)),
      ];
    }),
  };
}
