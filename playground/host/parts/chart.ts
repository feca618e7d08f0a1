// A chart of the simulated Excel: what Office.js sets, and where its data are. The page draws it (shell/chartLayer.ts).
import type { Area } from '../../grid/area';

/** The kinds that the page can draw. */
export const chartTypes = [
  'ColumnClustered',
  'ColumnStacked',
  'BarClustered',
  'BarStacked',
  'Line',
  'LineMarkers',
  'XYScatter',
  'StockHLC',
] as const;
export type ChartType = (typeof chartTypes)[number];

export interface ChartSeries {
  name: string;
  /** The cell that names it; its text now is the name. */
  named?: Area;
  values?: Area;
  categories?: Area;
  color?: string;
  labels?: boolean;
  /** Labels show the name in place of the value. */
  labelsName?: boolean;
  marker?: { style?: string; size?: number; color?: string };
}

export interface ChartAxis {
  title: string;
  numberFormat: string;
  minimum?: number;
  maximum?: number;
  reversed: boolean;
  categoryType?: string;
  gridlines: boolean;
}

export interface Chart {
  readonly id: string;
  readonly sheetId: string;
  name: string;
  type: ChartType;
  title: string;
  titleVisible: boolean;
  legendVisible: boolean;
  legendPosition: string;
  /** In points, like Excel. */
  left: number;
  top: number;
  width: number;
  height: number;
  series: ChartSeries[];
  readonly category: ChartAxis;
  readonly value: ChartAxis;
}

const newAxis = (gridlines: boolean): ChartAxis => ({
  title: '',
  numberFormat: 'General',
  reversed: false,
  gridlines,
});

export function newChart(id: string, sheetId: string, name: string, type: ChartType): Chart {
  return {
    id,
    sheetId,
    name,
    type,
    title: '',
    titleVisible: true,
    legendVisible: true,
    legendPosition: 'Bottom',
    left: 96,
    top: 60,
    width: 360,
    height: 216,
    series: [],
    category: newAxis(false),
    value: newAxis(true),
  };
}
