// Just enough of Excel for charts on results: one formula at B2 that spills, charts by name, and the event of a calculation.
import { readArea, writeArea, type Area } from '../../../src/excel/workbook/area';

interface FakeSeries {
  name: string;
  values: string;
  categories: string;
}

interface FakeChart {
  id: string;
  name: string;
  chartType: string;
  title: string;
  series: FakeSeries[];
  position: readonly string[];
  valueFormat: string;
  minimum?: number;
  categoryType?: string;
}

export class ChartedExcel {
  charts: FakeChart[] = [];
  /** The result at Sheet1!B2, headings included; undefined while the cell shows an error. */
  table: unknown[][] | undefined;
  formats: readonly string[] = [];
  /** Custom XML parts by their IDs. */
  readonly stored = new Map<string, string>();
  /** What version 0.1 kept in the settings. */
  setting: unknown;
  sets: readonly string[] = ['ExcelApi 1.15'];
  syncs = 0;
  watchers: (() => Promise<void>)[] = [];

  private get spill(): Area | undefined {
    const rows = this.table;
    return rows && { sheet: 'Sheet1', row: 1, column: 1, rows: rows.length, columns: rows[0]?.length ?? 0 };
  }

  private range(address: string | undefined): object {
    const area = address === undefined ? undefined : readArea(address);
    const head = area && this.spill && area.row >= 1 && area.row < 1 + this.spill.rows;
    const isHead = area?.row === 1 && area.column === 1;
    const rows = this.table ?? [];
    return {
      isNullObject: address === undefined,
      address,
      values: rows,
      numberFormat: rows.map(() => this.formats),
      worksheet: { id: 's1', load: () => undefined },
      load: () => undefined,
      getSpillParentOrNullObject: () => this.range(head ? 'Sheet1!B2' : undefined),
      getSpillingToRangeOrNullObject: () =>
        this.range(isHead && this.spill ? writeArea(this.spill) : undefined),
    };
  }

  private chart(of: FakeChart | undefined): object {
    const series = (index: number) => {
      const one = of?.series[index];
      if (!one) throw new Error('No such series.');
      return {
        set name(value: string) {
          one.name = value;
        },
        setValues: (range: { address: string }) => (one.values = range.address),
        setXAxisValues: (range: { address: string }) => (one.categories = range.address),
        getDimensionDataSourceString: (dimension: string) => ({
          value: dimension === 'Values' || dimension === 'YValues' ? one.values : one.categories,
        }),
      };
    };
    const axis = () => ({ title: {} });
    return {
      isNullObject: of === undefined,
      get chartType() {
        return of?.chartType;
      },
      set chartType(value) {
        if (of) of.chartType = value ?? '';
      },
      get id() {
        return of?.id;
      },
      get name() {
        return of?.name ?? '';
      },
      set name(value: string) {
        if (of) of.name = value;
      },
      title: {
        set text(value: string) {
          if (of) of.title = value;
        },
      },
      legend: {},
      axes: {
        valueAxis: {
          ...axis(),
          set numberFormat(value: string) {
            if (of) of.valueFormat = value;
          },
          set minimum(value: number) {
            if (of) of.minimum = value;
          },
        },
        categoryAxis: {
          ...axis(),
          set categoryType(value: string) {
            if (of) of.categoryType = value;
          },
        },
      },
      load: () => undefined,
      setPosition: (...cells: string[]) => of && (of.position = cells),
      series: {
        load: () => undefined,
        get items() {
          return (of?.series ?? []).map((_, index) => series(index));
        },
        getItemAt: series,
        add: (name: string) => {
          of?.series.push({ name, values: '', categories: '' });
          return series((of?.series.length ?? 0) - 1);
        },
      },
    };
  }

  calculate = () => Promise.all(this.watchers.map((watcher) => watcher()));

  install(): this {
    const charts = () => this.charts.map((one) => this.chart(one));
    const sheet = {
      id: 's1',
      isNullObject: false,
      load: () => undefined,
      getRange: (address: string) => this.range(`Sheet1!${address}`),
      getRangeByIndexes: (row: number, column: number, rows: number, columns: number) =>
        this.range(writeArea({ sheet: 'Sheet1', row, column, rows, columns })),
      charts: {
        add: (chartType: string, source: { address: string }) => {
          const series = [{ name: '', values: source.address, categories: '' }];
          const made = {
            id: `chart-${this.charts.length + 1}`,
            name: '',
            chartType,
            title: '',
            series,
            position: [],
            valueFormat: '',
          };
          this.charts.push(made);
          return this.chart(made);
        },
        load: () => undefined,
        get items() {
          return charts();
        },
      },
    };
    const worksheets = {
      getItem: () => sheet,
      getItemOrNullObject: () => sheet,
      getActiveWorksheet: () => sheet,
      onCalculated: { add: (watcher: () => Promise<void>) => this.watchers.push(watcher) },
    };
    const sync = () => {
      this.syncs += 1;
      return Promise.resolve();
    };
    const settings = { get: () => this.setting };
    const { stored } = this;
    const customXmlParts = {
      add: (xml: string) => void stored.set(`part-${stored.size}-${Math.random()}`, xml),
      getByNamespace: () => ({
        load: () => undefined,
        get items() {
          return [...stored].map(([id, value]) => ({
            id,
            getXml: () => ({ value }),
            delete: () => void stored.delete(id),
          }));
        },
      }),
    };
    Object.assign(globalThis, {
      Excel: {
        run: (first: unknown, second?: unknown) =>
          ((second ?? first) as (context: unknown) => Promise<unknown>)({
            workbook: { worksheets, customXmlParts },
            sync,
          }),
      },
      Office: {
        context: {
          document: { settings },
          requirements: {
            isSetSupported: (set: string, version: string) => this.sets.includes(`${set} ${version}`),
          },
        },
      },
    });
    return this;
  }
}
