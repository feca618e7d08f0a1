// Options written back as text, so that what a form or a saved set holds can stand in a formula. Reading it gives the same
// parameters and view again.
import type { Params } from '../../../operations';
import type { Column } from './columns';
import { commas, semicolons, split } from '../values/optionText';
import { ageUnits, type View } from './view';

/** One option: its name and its value or values, as JSON would hold them. */
type Written = readonly [name: string, value: unknown];

/** The part as `split` and `unquote` give it back; `separators` are those it must be kept from. */
export function quote(part: string, separators: string): string {
  const plain =
    part !== '' &&
    part === part.trim() &&
    !/(?:^|[\s,，、،;；؛=(<>])["']/.test(part) &&
    ![...separators].some((separator) => part.includes(separator));
  if (plain) return part;
  const mark = part.includes("'") && !part.includes('"') ? '"' : "'";
  return mark + part.replaceAll(mark, mark + mark) + mark;
}

function columnText({ path, heading, exact, figure, by }: Column): string {
  const mark = path.includes("'") && !path.includes('"') ? '"' : "'";
  const field = exact ? mark + path.replaceAll(mark, mark + mark) + mark : path;
  const name = figure === undefined ? field : `${figure}(${field}${by ? ` by ${by.join('+')}` : ''})`;
  return heading === undefined ? name : `${name} as ${quote(heading, commas + semicolons)}`;
}

/** An age in the largest unit that holds it whole. */
function writeAge(age: number): string {
  const unit = ['d', 'h', 'm'].find((letter) => age % ageUnits[letter]! === 0) ?? 'm';
  return `${Math.max(1, Math.round(age / ageUnits[unit]!))}${unit}`;
}

function viewOptions(view: View): Written[] {
  const { columns, headers, transpose, stamp, formats, bare, offline, cards, images, maxAge } = view;
  const written: (Written | false)[] = [
    columns.length > 0 && ['columns', columns.map(columnText)],
    view.where.length > 0 && ['where', view.where],
    view.matched && ['matched', true],
    bare && ['bare', true],
    headers !== (bare ? 'none' : 'labels') && ['headers', headers === 'none' ? 0 : headers],
    transpose && ['transpose', true],
    stamp && ['stamp', true],
    cards && ['cards', true],
    images && ['images', true],
    !formats && ['formats', 0],
    offline && ['offline', true],
    maxAge !== undefined && ['max_age', writeAge(maxAge)],
    view.changes !== undefined && ['changes', view.changes],
    view.as_of !== undefined && ['as_of', view.as_of],
  ];
  return written.filter((option) => option !== false);
}

export const optionsOf = (params: Params, view: View): Written[] => [
  ...Object.entries(params).filter(([, value]) => value !== null && value !== undefined),
  ...viewOptions(view),
];

const isRaw = (name: string): boolean => name.startsWith('raw:');

function valueText(value: unknown, separators: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return quote(String(value), separators);
}

/** A condition that would not end where it does, whatever follows it, is quoted as a whole. */
function separate(text: string): string {
  const others = ["'.'", '"."'];
  const parts = split([text, ...others].join(';'), semicolons);
  return parts[0] === text && parts.length === 3 ? text : quote(text, semicolons);
}

function optionText([name, value]: Written): string {
  // Text cannot say whether a passed-through value is a number or text; JSON can.
  if (isRaw(name) && typeof value !== 'string') return JSON.stringify({ [name]: value });
  if (name === 'columns') return `columns=${(value as string[]).join(', ')}`;
  if (name === 'where') return (value as string[]).map((text) => `where=${separate(text)}`).join('; ');
  const text = Array.isArray(value)
    ? value.map((each) => valueText(each, commas + semicolons)).join(',')
    : valueText(value, semicolons);
  return `${name}=${text}`;
}

/** As text; parameters passed through are under `raw:name`. */
export function writeOptions(params: Params, view: View): string {
  const options = optionsOf(params, view);
  // Bare values and nothing else are asked for by naming the columns alone.
  const bareOnly = view.bare && view.columns.length > 0 && options.length === 2;
  return bareOnly ? view.columns.map(columnText).join(', ') : options.map(optionText).join('; ');
}
