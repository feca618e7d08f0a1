// Looks at a formula as it was typed, before it is read: what belongs in another place is refused with the formula that was
// probably meant. Such a slip would otherwise be sent and paid for. Loaded with what sends; a cached formula needs none of it.
import { operationOf, type OperationId } from '../../../operations';
import { closedList } from '../../../operations/check/closedList';
import { matchChoice } from '../../../operations/check/matchChoice';
import type { Parameter } from '../../../operations/table/parameter';
import { cellsOf, plain } from '../values/argument';
import { isKnownColumn } from '../options/columns';
import { reviewColumns, reviewPath } from './columnSlips';
import { entriesOf, type Entry } from '../options/entries';
import type { Review } from '../formula/formula';
import { InputFault } from '../../inputFault';
import { correctedOptions, isOptionText } from './optionSlips';
import { optionMeant } from './optionMeant';
import { findOption, optionNamed } from '../options/optionNames';
import { reviewShapes } from './shapeSlips';
import { commas, semicolons, split } from '../values/optionText';
import { inQuotes, shorten } from '../../shorten';
import { comparisonsIn, readCondition } from '../../where/condition';
import { checkCondition } from '../../where/select';
import { withoutQuotes } from '../options/options';

export { checkRequest } from '../../../operations/check/request';

const literal = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** An argument as a formula shows it; a range is not known by its address. */
function argumentText(argument: unknown): string {
  const cells = cellsOf(argument).flat();
  const value = cells.length === 1 ? plain(cells[0]) : undefined;
  if (cells.length > 1 || typeof value === 'object') return '…';
  if (value === undefined) return '';
  return typeof value === 'string' ? literal(shorten(value, 24)) : String(value).toUpperCase();
}

/** The formula with one argument moved into the options. */
function formulaWith(id: OperationId, args: readonly unknown[], moved: number, options: string): string {
  const { positional, function: name } = operationOf(id);
  const before = positional.map((_, place) => (place === moved ? '' : argumentText(args[place])));
  return `=${name}(${[...before, literal(shorten(options, 80))].join(',')})`;
}

/** `price_asc` → `sort=price_asc`: the option that has this value. */
function optionWithValue(id: OperationId, text: string): string | undefined {
  for (const [name, parameter] of Object.entries(operationOf(id).params)) {
    const value = matchChoice(closedList(parameter) ?? [], text);
    if (value !== undefined) return `${name}=${value}`;
  }
  return undefined;
}

const areColumns = (id: OperationId, text: string): boolean =>
  split(text, commas).every((part) => part.trim() !== '' && isKnownColumn(id, part));

const whatOptions = (text: string): string =>
  split(text, semicolons).filter((part) => part !== '').length > 1
    ? 'a list of options'
    : /^\s*[@＠]/.test(text)
      ? 'the name of a filter set'
      : 'an option';

/** What the text is, where it is surely not a value of this parameter, and how it is written as options. */
function belongsInOptions(
  id: OperationId,
  name: string,
  text: string,
): { readonly what: string; readonly options: string } | undefined {
  const { params, lookup, answers } = operationOf(id);
  const isSearch = name === lookup && answers === 'many';
  const listed = closedList(params[name]!);
  if (listed && matchChoice(listed, text) !== undefined) return undefined;
  if (isOptionText(id, text) && (!isSearch || /[=＝]|^\s*[@＠]/.test(text)))
    return { what: whatOptions(text), options: correctedOptions(id, text) ?? text };
  // A search may be for anything; a reference number or company is never the name of a column.
  if (isSearch) return undefined;
  if (areColumns(id, text))
    return { what: split(text, commas).length > 1 ? 'a list of columns' : 'a column', options: text };
  if (name === lookup || params[name]!.kind === 'date') return undefined;
  if (params[name]!.kind === 'integer' && /^[+-]?\p{Nd}/u.test(text)) return undefined;
  const option = optionWithValue(id, text);
  if (option !== undefined) return { what: `a value of ${option.split('=')[0]}`, options: option };
  const alone = findOption(id, text);
  return alone === undefined ? undefined : { what: 'the name of an option', options: `${alone}=…` };
}

/** One cell of a range: it stands in the sheet, so the formula cannot be shown with it. */
const reviewCell: Review['cell'] = (id, name, text) => {
  const slip = belongsInOptions(id, name, text);
  return (
    slip &&
    `${name} is ${inQuotes(text)}, which is ${slip.what}. Correct the cell, or add ${literal(shorten(slip.options, 80))} to the options.`
  );
};

function reviewArgument(id: OperationId, args: readonly unknown[], place: number): void {
  const name = operationOf(id).positional[place]!;
  const cells = cellsOf(args[place]).flat();
  const text = cells.length === 1 ? plain(cells[0]) : undefined;
  if (typeof text !== 'string') return;
  const slip = belongsInOptions(id, name, text);
  if (!slip) reviewCode(name, operationOf(id).params[name]!, text);
  else
    throw new InputFault(
      `${name} is ${inQuotes(text)}, which is ${slip.what}. Use ${formulaWith(id, args, place, slip.options)}.`,
    );
}

/** A service that does not mind letter case would take it for the parameter itself, whose value nobody has checked. */
function reviewRawName(id: OperationId, key: string): void {
  const name = key.slice(4).trim();
  const near = Object.keys(operationOf(id).params).find((own) => own.toLowerCase() === name.toLowerCase());
  if (near !== undefined && near !== name) throw new InputFault(`Use raw:${near}, not ${inQuotes(key)}.`);
}

/** A code has no spaces and no signs of a list; what has is a label, or options in the wrong place. */
function reviewCode(name: string, parameter: Parameter, text: string): void {
  if (parameter.kind !== 'text' || !parameter.code || !/[\s;,=:]/.test(text.trim())) return;
  const such = parameter.default ?? parameter.example;
  throw new InputFault(
    `${name} must be a code${such === undefined ? '' : ` such as ${such}`}, not ${inQuotes(text)}. Columns and options go in the last argument.`,
  );
}

/** A raw count decides the price and a raw timeout the waiting: both must be what they seem. */
function reviewPassed(key: string, values: readonly unknown[]): void {
  const [, name] = /^raw:\s*(count|timeout)\s*$/i.exec(key) ?? [];
  if (name === undefined) return;
  const [value] = values;
  const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  if (values.length !== 1 || !Number.isInteger(number) || Number(number) < 1)
    throw new InputFault(`raw:${name} must be a whole number of at least 1.`);
}

/** A condition that cannot be read, or names a field that no record can have, is refused before anything is paid. */
function reviewWhere(id: OperationId, text: string): void {
  const condition = readCondition(id, withoutQuotes(text));
  for (const { path, exact } of comparisonsIn(condition)) if (!exact) reviewPath(id, path);
  checkCondition(id, condition);
}

function reviewEntry(id: OperationId, entry: Entry): void {
  if (entry.kind === 'typed' || entry.kind === 'literal') {
    const values = entry.kind === 'typed' ? entry.values : [entry.value];
    if (/^raw:/i.test(entry.key)) {
      reviewRawName(id, entry.key);
      reviewPassed(entry.key, values);
      return;
    }
    const option = optionNamed(id, entry.key, () => {
      const near = optionMeant(id, entry.key);
      return near === undefined
        ? 'To see all options, open Build in the Spillway pane.'
        : `Did you mean ${near}?`;
    });
    if (option === 'where')
      for (const text of values.flat()) if (typeof text === 'string' && text !== '') reviewWhere(id, text);
    if (option === 'columns')
      for (const text of values.flat()) if (typeof text === 'string') reviewColumns(id, text);
    const parameter = operationOf(id).params[option];
    const [value] = values;
    // Codes of two or three letters may also be the name of a column: `id` is a language, too.
    if (parameter?.kind === 'text' && parameter.code && typeof value === 'string' && value.length > 3)
      if (areColumns(id, value))
        throw new InputFault(`${option} is ${inQuotes(value)}, which is a column. Use columns=${value}.`);
    if (parameter && typeof value === 'string') reviewCode(option, parameter, value);
  } else if (entry.kind === 'loose' && !/["']/.test(entry.text)) {
    const option = areColumns(id, entry.text) ? undefined : optionWithValue(id, entry.text);
    if (option !== undefined)
      throw new InputFault(`${inQuotes(entry.text)} is a value of an option. Use ${literal(option)}.`);
    if (entry.alone && findOption(id, entry.text) === undefined) reviewColumns(id, entry.text);
  }
}

/** Throws where an argument or an option stands in the wrong place or is written so that it would be misread. */
const reviewWhole: Review['whole'] = (id, args) => {
  const { positional } = operationOf(id);
  reviewShapes(id, args);
  for (const place of positional.keys()) reviewArgument(id, args, place);
  const options = args[positional.length];
  const typed = cellsOf(options).flatMap((row) => (row.length === 1 ? [plain(row[0])] : []));
  for (const text of typed) {
    const corrected = typeof text === 'string' ? correctedOptions(id, text) : undefined;
    if (corrected !== undefined)
      throw new InputFault(
        `The options ${inQuotes(text as string)} are not in a valid form. Use ${literal(shorten(corrected, 120))}.`,
      );
  }
  for (const entry of entriesOf(options)) reviewEntry(id, entry);
};

export const review: Review = { whole: reviewWhole, cell: reviewCell };
