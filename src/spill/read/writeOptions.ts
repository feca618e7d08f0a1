// Options written back in each of their forms, so that what a form or a saved set holds can stand in a formula or in cells.
// Reading any of them gives the same parameters and view again.
import type { Column } from './columns';
import { writeAge } from './general';
import type { Params } from './options';
import { quote } from './optionText';
import type { View } from './view';

/** One option: its name and its value or values, as JSON would hold them. */
type Written = readonly [name: string, value: unknown];

function columnText({ path, heading, exact, figure }: Column): string {
  const mark = path.includes("'") && !path.includes('"') ? '"' : "'";
  const field = exact ? mark + path.replaceAll(mark, mark + mark) + mark : path;
  const name = figure === undefined ? field : `${figure}(${field})`;
  return heading === undefined ? name : `${name} as ${quote(heading, ',;\n\r')}`;
}

function viewOptions(view: View): Written[] {
  const { columns, headers, transpose, stamp, formats, bare, offline, maxAge } = view;
  const written: (Written | false)[] = [
    columns.length > 0 && ['columns', columns.map(columnText)],
    bare && ['bare', true],
    headers !== (bare ? 'none' : 'labels') && ['headers', headers === 'none' ? 0 : headers],
    transpose && ['transpose', true],
    stamp && ['stamp', true],
    !formats && ['formats', 0],
    offline && ['offline', true],
    maxAge !== undefined && ['max_age', writeAge(maxAge)],
  ];
  return written.filter((option) => option !== false);
}

const given = (params: Params): Written[] =>
  Object.entries(params).filter(([, value]) => value !== null && value !== undefined);

const isRaw = (name: string): boolean => name.startsWith('raw:');

function valueText(value: unknown, separators: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return quote(String(value), separators);
}

function optionText([name, value]: Written): string {
  // Text cannot say whether a passed-through value is a number or text; JSON can.
  if (isRaw(name) && typeof value !== 'string') return JSON.stringify({ [name]: value });
  if (name === 'columns') return `columns=${(value as string[]).join(', ')}`;
  const text = Array.isArray(value)
    ? value.map((each) => valueText(each, ',;\n\r')).join(',')
    : valueText(value, ';\n\r');
  return `${name}=${text}`;
}

/** As text; parameters passed through are under `raw:name`. */
export function writeOptions(params: Params, view: View): string {
  const options = [...given(params), ...viewOptions(view)];
  // Bare values and nothing else are asked for by naming the columns alone.
  const bareOnly = view.bare && view.columns.length > 0 && options.length === 2;
  return bareOnly ? view.columns.map(columnText).join(', ') : options.map(optionText).join('; ');
}

/** As rows of cells: the name, then a cell for each value. 0 is written as text, since an empty cell may arrive as 0. */
export function writeOptionRows(params: Params, view: View): (string | number)[][] {
  const cell = (value: unknown, list: boolean): string | number =>
    typeof value === 'number' && value !== 0 ? value : valueText(value, list ? ',' : '');
  return [...given(params), ...viewOptions(view)].map(([name, value]) =>
    name === 'columns'
      ? [name, ...(value as string[])]
      : Array.isArray(value)
        ? [name, ...value.map((each) => cell(each, true))]
        : [name, cell(value, false)],
  );
}

/** As JSON text. */
export const writeOptionsJson = (params: Params, view: View): string =>
  JSON.stringify(Object.fromEntries([...given(params), ...viewOptions(view)]));
