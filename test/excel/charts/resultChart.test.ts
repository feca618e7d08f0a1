// A chart on a result: which cells it takes, and that it follows them without ever coming back from the dead.
import type {
  chartResult as ChartResult,
  followCharts as FollowCharts,
} from '../../../src/excel/charts/charts';
import { ChartedExcel } from './chartedExcel';

const headings = ['Product', 'Price', 'Old price', 'Rating'];
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => [`Phone ${index}`, 100 + index, 120 + index, 4]);

let excel: ChartedExcel;
let chartResult: typeof ChartResult;
let followCharts: typeof FollowCharts;

const resultHas = (count: number) => (excel.table = [headings, ...rows(count)]);
const values = () => excel.charts[0]?.series.map((series) => series.values);

/** Each calculation is looked at a moment later. */
async function calculated(): Promise<void> {
  await excel.calculate();
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
}

beforeEach(async () => {
  jest.resetModules();
  excel = new ChartedExcel().install();
  excel.formats = ['General', '€ #,##0', '€ #,##0', '0.0'];
  resultHas(5);
  ({ chartResult } = await import('../../../src/excel/charts/charts'));
  ({ followCharts } = await import('../../../src/excel/charts/charts'));
});

describe('a chart of a result', () => {
  it('stands beside it, with a title, its unit and one series for each column of that unit', async () => {
    expect(await chartResult('Sheet1!B2', 'bar')).toBe(
      'Chart added beside the result: Price, Old price by Product.',
    );
    expect(excel.charts).toMatchObject([
      {
        chartType: 'BarClustered',
        title: 'Price, Old price by Product',
        valueFormat: '€ #,##0',
        position: ['G2', 'N19'],
        series: [
          { name: 'Price', values: 'Sheet1!C3:C7', categories: 'Sheet1!B3:B7' },
          { name: 'Old price', values: 'Sheet1!D3:D7', categories: 'Sheet1!B3:B7' },
        ],
      },
    ]);
  });

  it('has bars from 0 on, so that a small difference looks small, unless a value is below', async () => {
    await chartResult('Sheet1!B2', 'column');
    excel.table = [headings, ['Phone', -5, 120, 4]];
    await chartResult('Sheet1!B2', 'column');
    await chartResult('Sheet1!B2', 'line');
    expect(excel.charts.map(({ minimum }) => minimum)).toEqual([0, undefined, undefined]);
  });

  it('of a range of values becomes a stock chart when its three series are there', async () => {
    excel.formats = ['General', 'HK$', 'HK$', 'HK$'];
    excel.table = [
      ['Unit', 'Valuation', 'Lowest estimate', 'Highest estimate'],
      ['A', 10, 9, 11],
    ];
    await chartResult('Sheet1!B2', 'range');
    expect(excel.charts[0]).toMatchObject({ chartType: 'StockHLC' });
    expect(excel.charts[0]?.series.map(({ name }) => name)).toEqual([
      'Highest estimate',
      'Lowest estimate',
      'Valuation',
    ]);
  });

  it('over time has an axis of dates, and the name it is given', async () => {
    excel.formats = ['yyyy-mm-dd hh:mm', '€ #,##0'];
    excel.table = [
      ['Date', 'Price'],
      [46_300.5, 100],
      [46_307.5, 90],
    ];
    expect(await chartResult('Sheet1!B2', 'line', 'Price of Phone x')).toBe(
      'Chart added beside the result: Price of Phone x.',
    );
    expect(excel.charts[0]).toMatchObject({ title: 'Price of Phone x', categoryType: 'DateAxis' });
  });

  it('is not made where there is nothing to show, and the reason is said', async () => {
    await expect(chartResult('Sheet1!B2', 'range')).rejects.toThrow('A range chart needs');
    excel.table = undefined;
    await expect(chartResult('Sheet1!B2', 'bar')).rejects.toThrow('at least two rows');
    expect(excel.charts).toEqual([]);
    expect(excel.stored.size).toBe(0);
  });
});

describe('a chart that follows its result', () => {
  beforeEach(async () => {
    await chartResult('Sheet1!B2', 'bar');
    await followCharts();
  });

  it('grows and shrinks with it', async () => {
    resultHas(9);
    await calculated();
    expect(values()).toEqual(['Sheet1!C3:C11', 'Sheet1!D3:D11']);
    expect(excel.charts[0]?.series[0]?.categories).toBe('Sheet1!B3:B11');
    resultHas(2);
    await calculated();
    expect(values()).toEqual(['Sheet1!C3:C4', 'Sheet1!D3:D4']);
  });

  it('stays as it is while the cell shows an error, and follows again afterwards', async () => {
    excel.table = undefined;
    await calculated();
    expect(values()).toEqual(['Sheet1!C3:C7', 'Sheet1!D3:D7']);
    resultHas(3);
    await calculated();
    expect(values()).toEqual(['Sheet1!C3:C5', 'Sheet1!D3:D5']);
  });

  it('reads a source that is written as a formula with absolute cells', async () => {
    for (const series of excel.charts[0]?.series ?? [])
      series.values = `=${series.values.replace(/([A-Z])(\d+)/g, '$$$1$$$2').replace('$Sheet$1', 'Sheet1')}`;
    resultHas(9);
    await calculated();
    expect(values()).toEqual(['Sheet1!C3:C11', 'Sheet1!D3:D11']);
  });

  it('is not written to when nothing changed', async () => {
    const before = structuredClone(excel.charts);
    const syncs = excel.syncs;
    await calculated();
    expect(excel.charts).toEqual(before);
    // Four looks and no write.
    expect(excel.syncs - syncs).toBeLessThanOrEqual(5);
  });

  it('stays deleted, and is forgotten', async () => {
    excel.charts = [];
    resultHas(9);
    await calculated();
    expect(excel.charts).toEqual([]);
    const syncs = excel.syncs;
    await calculated();
    expect(excel.syncs).toBe(syncs);
  });

  it('is followed under another name that a person gave it, also after its id has changed', async () => {
    const [chart] = excel.charts;
    chart!.name = 'My chart';
    resultHas(9);
    await calculated();
    expect(values()).toEqual(['Sheet1!C3:C11', 'Sheet1!D3:D11']);
    chart!.id = 'another session';
    resultHas(4);
    await calculated();
    expect(values()).toEqual(['Sheet1!C3:C6', 'Sheet1!D3:D6']);
  });

  it('is looked at twice at most for a burst of calculations', async () => {
    const syncs = excel.syncs;
    await Promise.all(Array.from({ length: 20 }, () => calculated()));
    expect(excel.syncs - syncs).toBeLessThanOrEqual(10);
  });
});

it('leaves charts where they are in an Excel that cannot say what a chart shows', async () => {
  excel.sets = [];
  await chartResult('Sheet1!B2', 'bar');
  await followCharts();
  expect(excel.watchers).toEqual([]);
});

it('watches nothing in a workbook without such charts, and only once in one with them', async () => {
  await followCharts();
  expect(excel.watchers).toHaveLength(0);
  await chartResult('Sheet1!B2', 'bar');
  await followCharts();
  await followCharts();
  expect(excel.watchers).toHaveLength(1);
});

it('reads charts that follow from a file that anyone may have edited', async () => {
  for (const text of ['', '{', '{"a":1}', '[1,null,{"sheetId":2,"name":"x"}]', 7]) {
    jest.resetModules();
    ({ followCharts } = await import('../../../src/excel/charts/charts'));
    excel.setting = text;
    await followCharts();
  }
  expect(excel.watchers).toEqual([]);
});
