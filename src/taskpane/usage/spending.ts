// Credits spent and saved for each day and source, in the form a chart and a table both read.
import type { DayTotal } from '../../engine/engine';
import { dateLocale } from '../../languages/t';
import { operationIds, type OperationId } from '../../operations';

export interface Bar {
  readonly day: string;
  readonly spent: number;
  readonly saved: number;
  readonly sources: readonly {
    readonly operation: OperationId;
    readonly spent: number;
    readonly saved: number;
  }[];
}

/** The last `length` days up to `today` (yyyy-mm-dd), the oldest first, days without requests included. */
export function bars(totals: readonly DayTotal[], today: string, length: number): Bar[] {
  return Array.from({ length }, (_nothing, index) => {
    const day = shiftDay(today, index - length + 1);
    const rows = totals.filter((total) => total.day === day);
    return { day, spent: sum(rows, 'spent'), saved: sum(rows, 'saved'), sources: sourcesOf(rows) };
  });
}

const sourcesOf = (rows: Bar['sources']): Bar['sources'] =>
  operationIds
    .map((operation) => {
      const own = rows.filter((row) => row.operation === operation);
      return { operation, spent: sum(own, 'spent'), saved: sum(own, 'saved') };
    })
    .filter(({ spent, saved }) => spent > 0 || saved > 0);

export const bySource = (all: readonly Bar[]): Bar['sources'] => sourcesOf(all.flatMap((bar) => bar.sources));

export const sum = <Name extends string>(
  rows: readonly Readonly<Record<Name, number>>[],
  name: Name,
): number => rows.reduce((total, row) => total + row[name], 0);

function shiftDay(day: string, by: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
}

/** The day as it is named, wherever the reader is. */
export const shortDay = (day: string): string =>
  new Date(day).toLocaleDateString(dateLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A round number at or above the largest value: the top line of the chart. */
export function roundTop(largest: number): number {
  if (largest <= 5) return 5;
  const power = 10 ** Math.floor(Math.log10(largest));
  return ([1, 2, 5, 10].find((step) => step * power >= largest) ?? 10) * power;
}
