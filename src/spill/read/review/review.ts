// Looks at a formula as it was typed, before it is read: what belongs in another place is refused with the formula that was
// probably meant. Such a slip would otherwise be sent and paid for. Loaded with what sends; a cached formula needs none of it.
import { operationOf, type OperationId } from '../../../operations';
import { closedList, type Parameter } from '../../../operations/table/parameter';
import { matchChoice } from '../../../operations/check/canonicalValue';
import { cellsOf, plain, shapesFit, givenAs, type Given } from '../values/argument';
import { isKnownColumn } from '../options/columns';
import { reviewColumns, reviewPath } from './columnSlips';
import { entriesOf, type Entry, withoutQuotes } from '../options/options';
import type { Review } from '../formula/formula';
import { typedFormula } from '../formula/typedFormula';
import { InputFault, inQuotes, shorten } from '../../inputFault';
import { optionMeant } from './optionMeant';
import { findOption, optionNamed } from '../options/optionNames';
import { commas, semicolons, split } from '../values/optionText';
import { comparisonsIn, readCondition } from '../../where/condition';
import { checkCondition } from '../../where/select';
import { sayReview } from '../../../operations/check/say';
import { sayInput as sayOfInput } from '../../say';

// Options as people type them by habit of another language: `sort: price_asc`, `sort == price_asc`, no semicolon between
// two, full-width signs, curly quotation marks. Each would be read as something else, so the corrected text is offered.

const fullWidth: Readonly<Record<string, string>> = {
  '＝': '=',
  '：': ':',
  '＠': '@',
  '＂': '"',
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
};

const plainSigns = (text: string) => text.replaceAll(/[＝：＠＂“”„«»]/g, (sign) => fullWidth[sign]!);

const isName = (id: OperationId, text: string): boolean =>
  /^raw:\s*\S/i.test(text) || (/^[\p{L}\p{N}_ -]+$/u.test(text) && findOption(id, text) !== undefined);

/** `sort price_asc`, `price_max < 500`, `sort->price_asc`: a name and a value with another sign, or none, between them. */
function withEquals(id: OperationId, part: string): string {
  const [, name = '', rest = ''] =
    /^([\p{L}\p{N}_]+)\s*(?:[<>!~]=?|[-=]>|≤|≥|\s)\s*([^=<>]+)$/u.exec(part) ??
    /^([\p{L}\p{N}_]+)\s*[<>≤≥~!]+=\s*(.+)$/su.exec(part) ??
    [];
  // `price>500` is a condition.
  const isCondition = /[<>≤≥]/.test(part) && isKnownColumn(id, name);
  const isColumn = isKnownColumn(id, part) || isCondition || / as /i.test(part);
  return name !== '' && !isColumn && isName(id, name) ? `${name}=${rest.trim()}` : part;
}

/** One part between semicolons, corrected: a colon or two equals signs after a name, a name in the middle of a value. */
function correctedPart(id: OperationId, part: string): string {
  if (/^[@{"']/.test(part) || /^where\s*=[^=]/i.test(part)) return part;
  const doubled = part.replace(/^([^=]+?)\s*={2,}\s*/, '$1=');
  const [, name = '', rest = ''] = /^([\p{L}\p{N}_ -]+?)\s*[:：]\s*=?\s*(.*)$/su.exec(doubled) ?? [];
  const colon = name !== '' && name.toLowerCase() !== 'raw' && isName(id, name) ? `${name}=${rest}` : doubled;
  const named = withEquals(id, colon);
  const equals = named.indexOf('=');
  if (equals < 0 || /^\s*["']/.test(named.slice(equals + 1))) return named;
  // `sort=price_asc price_max=500` and `sort=price_asc, price_max=500`: the second name begins another option.
  return (
    named.slice(0, equals + 1) +
    named
      .slice(equals + 1)
      .replaceAll(/[\s,，、،|&+]+((?:raw:)?[\p{L}_]+)\s*[=:]\s*/gu, (whole, key: string) =>
        isName(id, key) ? `; ${key}=` : whole,
      )
  );
}

const tidy = (text: string) => split(text, semicolons, true).filter((part) => part !== '');

/** The text as it was probably meant; undefined where it means what it says. */
function correctedOptions(id: OperationId, text: string): string | undefined {
  const parts = tidy(text);
  const before = parts.map((part) => correctedPart(id, part));
  const signs = tidy(plainSigns(text));
  const after = signs.map((part) => correctedPart(id, part));
  // Full-width signs inside a value are the value's own, unless they separate options or quote the whole of it.
  const namesIn = (all: readonly string[]) =>
    all
      .join(';')
      .split(/[;=]/)
      .filter((name) => isName(id, name.trim())).length;
  const separated = namesIn(after) > namesIn(before) || /=\s*[“”„«]/.test(text) || /^\s*＠/.test(text);
  if (separated) return after.join('; ');
  return before.some((part, place) => part !== parts[place]) ? before.join('; ') : undefined;
}

/** Whether an argument holds options: a name that is known with a value behind it, or a saved set. */
function isOptionText(id: OperationId, text: string): boolean {
  const [first = ''] = tidy(plainSigns(text));
  // A search may begin with @ where there are no sets to name.
  if (/^@\s*[\p{L}\p{N}]/u.test(first)) return operationOf(id).filterSets === true;
  const [, name = ''] = /^((?:raw:\s*)?[^=:]+?)\s*[=:]/i.exec(first) ?? [];
  return name !== '' && !/^https?$/i.test(name) && isName(id, name);
}

// Ranges that do not fit together, said with the sizes of both. Loaded with what sends.

const size = ({ name, rows, columns }: Given): string =>
  sayReview('size', { name, rows: String(rows), columns: String(columns) });

function reviewShapes(id: OperationId, args: readonly unknown[]): void {
  const all = operationOf(id).positional.map((name, place) => givenAs(name, args[place]));
  for (const [place, one] of all.entries()) {
    const other = all.slice(0, place).find((before) => !shapesFit(before, one));
    if (other) throw new InputFault(sayReview('shapes', { one: size(other), other: size(one) }));
  }
}

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
  return typedFormula(`=${name}(${[...before, literal(shorten(options, 80))].join(',')})`);
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
    ? sayReview('isOptions')
    : /^\s*[@＠]/.test(text)
      ? sayReview('isSet')
      : sayReview('isOption');

/** What the text is, where it is surely not a value of this parameter, and how it is written as options. */
function belongsInOptions(
  id: OperationId,
  name: string,
  text: string,
): { readonly what: string; readonly options: string } | undefined {
  const { params, lookup, results } = operationOf(id);
  const isSearch = name === lookup && results === 'many';
  const listed = closedList(params[name]!);
  if (listed && matchChoice(listed, text) !== undefined) return undefined;
  if (isOptionText(id, text) && (!isSearch || /[=＝]|^\s*[@＠]/.test(text)))
    return { what: whatOptions(text), options: correctedOptions(id, text) ?? text };
  // A search may be for anything; a reference number or company is never the name of a column.
  if (isSearch) return undefined;
  if (areColumns(id, text))
    return { what: sayReview(split(text, commas).length > 1 ? 'isColumns' : 'isColumn'), options: text };
  if (name === lookup || params[name]!.kind === 'date') return undefined;
  if (params[name]!.kind === 'integer' && /^[+-]?\p{Nd}/u.test(text)) return undefined;
  const option = optionWithValue(id, text);
  if (option !== undefined)
    return { what: sayReview('isValue', { option: option.split('=')[0]! }), options: option };
  const alone = findOption(id, text);
  return alone === undefined ? undefined : { what: sayReview('isOptionName'), options: `${alone}=…` };
}

/** One cell of a range: it stands in the sheet, so the formula cannot be shown with it. */
const reviewCell: Review['cell'] = (id, name, text) => {
  const slip = belongsInOptions(id, name, text);
  return (
    slip &&
    sayReview('slipCell', {
      name,
      text: inQuotes(text),
      what: slip.what,
      options: literal(shorten(slip.options, 80)),
    })
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
      sayReview('slipArgument', {
        name,
        text: inQuotes(text),
        what: slip.what,
        formula: formulaWith(id, args, place, slip.options),
      }),
    );
}

/** A service that does not mind letter case would take it for the parameter itself, whose value nobody has checked. */
function reviewRawName(id: OperationId, key: string): void {
  const name = key.slice(4).trim();
  const near = Object.keys(operationOf(id).params).find((own) => own.toLowerCase() === name.toLowerCase());
  if (near !== undefined && near !== name)
    throw new InputFault(sayReview('rawCase', { name: near, key: inQuotes(key) }));
}

/** A code has no spaces and no signs of a list; what has is a label, or options in the wrong place. */
function reviewCode(name: string, parameter: Parameter, text: string): void {
  if (parameter.kind !== 'text' || !parameter.code || !/[\s;,=:]/.test(text.trim())) return;
  const such = parameter.default ?? parameter.example;
  throw new InputFault(
    such === undefined
      ? sayReview('codePlain', { name, text: inQuotes(text) })
      : sayReview('codeText', { name, example: such, text: inQuotes(text) }),
  );
}

/** A raw count decides the price and a raw timeout the waiting: both must be what they seem. */
function reviewPassed(key: string, values: readonly unknown[]): void {
  const [, name] = /^raw:\s*(count|timeout)\s*$/i.exec(key) ?? [];
  if (name === undefined) return;
  const [value] = values;
  const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  if (values.length !== 1 || !Number.isInteger(number) || Number(number) < 1)
    throw new InputFault(sayReview('rawNumber', { name }));
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
      return near === undefined ? sayOfInput('seeOptions') : sayReview('didYouMean', { name: near });
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
        throw new InputFault(sayReview('columnValue', { option, text: inQuotes(value), value }));
    if (parameter && typeof value === 'string') reviewCode(option, parameter, value);
  } else if (entry.kind === 'loose' && !/["']/.test(entry.text)) {
    const option = areColumns(id, entry.text) ? undefined : optionWithValue(id, entry.text);
    if (option !== undefined)
      throw new InputFault(sayReview('valueAlone', { text: inQuotes(entry.text), option: literal(option) }));
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
        sayReview('optionsForm', {
          text: inQuotes(text as string),
          corrected: literal(shorten(corrected, 120)),
        }),
      );
  }
  for (const entry of entriesOf(options)) reviewEntry(id, entry);
};

export const review: Review = { whole: reviewWhole, cell: reviewCell };
