// Colour scales, drawn here because Univer's own only see values that were written, not those that a formula spilled.
import { InterceptorEffectEnum, type ICellData, type Injector, type Nullable } from '@univerjs/core';
import { INTERCEPTOR_POINT, SheetInterceptorService } from '@univerjs/preset-sheets-core';
import { Spills } from './spills';
import { mapCells, type Area } from '../grid/area';
import type { ColorPoint, ConditionalFormat } from '../grid/gridFeatures';

/** After spilled values (100) are there. */
const priority = 40;

interface Stop {
  readonly at: number;
  readonly color: readonly [number, number, number];
}

interface Scale {
  readonly area: Area;
  readonly points: readonly ColorPoint[];
  /** Made when a cell is first drawn after a calculation. */
  stops?: readonly Stop[] | undefined;
}

export class ColorScales {
  private scales: Scale[] = [];
  private readonly spills: Spills;

  constructor(
    private readonly injector: Injector,
    unitId: () => string,
  ) {
    this.spills = new Spills(injector, unitId);
  }

  start(): void {
    this.injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
      priority,
      effect: InterceptorEffectEnum.Style,
      handler: (cell, { subUnitId, row, col, worksheet, workbook }, next) => {
        const scale = this.scales.find(({ area }) => holds(area, subUnitId, row, col));
        if (!scale || !cell) return next(cell);
        const read = (r: number, c: number) =>
          numberOf(this.spills.cell(subUnitId, r, c) ?? worksheet.getCellRaw(r, c));
        const value = read(row, col);
        if (value === undefined) return next(cell);
        scale.stops ??= stopsOf(scale, read);
        const rgb = colorAt(scale.stops, value);
        const own = workbook.getStyles().get(cell.s);
        return next({ ...cell, s: { ...own, bg: { rgb }, cl: { rgb: '#1b2420' } } });
      },
    });
  }

  use(formats: readonly ConditionalFormat[]): void {
    this.scales = formats.map(({ area, colorScale }) => ({
      area,
      points: [colorScale?.minimum, colorScale?.midpoint, colorScale?.maximum].filter(
        (point): point is ColorPoint => point !== undefined && point !== null,
      ),
    }));
  }

  recompute(): void {
    for (const scale of this.scales) scale.stops = undefined;
  }
}

function holds({ sheetId, row, column, rows, columns }: Area, sheet: string, r: number, c: number): boolean {
  return sheetId === sheet && r >= row && r < row + rows && c >= column && c < column + columns;
}

const numberOf = (cell: Nullable<ICellData>): number | undefined =>
  cell && typeof cell.v === 'number' ? cell.v : undefined;

function stopsOf({ area, points }: Scale, read: (row: number, column: number) => number | undefined): Stop[] {
  const values = mapCells(area, read)
    .flat()
    .filter((value): value is number => value !== undefined)
    .sort((a, b) => a - b);
  const [low = 0] = values;
  const high = values.at(-1) ?? 0;
  return points.map(({ type, formula, color }) => {
    const given = Number(formula ?? 0);
    const at = {
      LowestValue: low,
      HighestValue: high,
      Percent: low + ((high - low) * given) / 100,
      Percentile: values[Math.round(((values.length - 1) * given) / 100)] ?? low,
    }[type];
    return { at: at ?? given, color: channels(color) };
  });
}

const channels = (color: string): [number, number, number] => [
  parseInt(color.slice(1, 3), 16),
  parseInt(color.slice(3, 5), 16),
  parseInt(color.slice(5, 7), 16),
];

function colorAt(stops: readonly Stop[], value: number): string {
  const above = stops.findIndex(({ at }) => value <= at);
  const to = stops[above === -1 ? stops.length - 1 : above];
  const from = stops[Math.max((above === -1 ? stops.length : above) - 1, 0)] ?? to;
  if (!from || !to) return '#ffffff';
  const share = to.at === from.at ? 1 : Math.min((value - from.at) / (to.at - from.at), 1);
  const mixed = from.color.map((one, index) => Math.round(one + ((to.color[index] ?? one) - one) * share));
  return `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}
