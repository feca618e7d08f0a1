// Pieces that every template has: a title with a status line, shaded inputs, a table with headings.
import type { Block, TemplateCell, TemplateSheet } from './template';
import { sampleStatus } from './styles';

const letter = (column: number): string => String.fromCharCode(64 + column);

/** Rows from `first` on, each made for its row number. */
export const rowsFrom = (
  first: number,
  count: number,
  make: (row: number, index: number) => readonly TemplateCell[],
): TemplateCell[][] => Array.from({ length: count }, (_, index) => [...make(first + index, index)]);

/** A1: title, A2: what it is, A3: samples or live. */
export const opening = (title: string, says: string): Block => ({
  at: 'A1',
  rows: [[title], [says], [sampleStatus]],
});

export const openingStyles = (lastColumn: string): TemplateSheet['styles'] => [
  { range: 'A1', style: 'title' },
  { range: 'A2', style: 'note' },
  { range: `A3:${lastColumn}3`, style: 'status' },
];

/** A sheet that only holds a table that live data replace: headings in row 5, samples below. */
export function dataSheet(given: {
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly says: string;
  /** What the formula sends beside the inputs, as text or as a formula; in A4. */
  readonly options?: string;
  readonly headings: readonly string[];
  readonly samples: readonly (readonly TemplateCell[])[];
  readonly widths: readonly number[];
  readonly formats: readonly { readonly column: string; readonly format: string }[];
}): TemplateSheet {
  const last = letter(given.headings.length);
  const end = 5 + given.samples.length;
  return {
    key: given.key,
    name: given.name,
    tab: '#8a979c',
    widths: given.widths,
    blocks: [
      opening(given.title, given.says),
      ...(given.options === undefined ? [] : [{ at: 'A4', rows: [[given.options]] }]),
      { at: 'A5', rows: [given.headings, ...given.samples] },
    ],
    styles: [
      ...openingStyles(last),
      { range: 'A4', style: 'option' },
      { range: `A5:${last}5`, style: 'heading' },
      { range: 'A5', style: 'headingLeft' },
      { range: `A6:${last}${end}`, style: 'sample' },
    ],
    formats: given.formats.map(({ column, format }) => ({ range: `${column}6:${column}1000`, format })),
    status: 'A3',
    frozenRows: 5,
    landscape: true,
  };
}
