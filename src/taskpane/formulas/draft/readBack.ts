// A cell's formula back into the form. What the form cannot express stays text: it is shown, and written back unchanged.
import { operationOf, type OperationId, isOperationId, operationIds } from '../../../operations';
import { readFormulaText, readLiteral } from '../../../spill/read/formula/formulaText';
import { stableJson } from '../../../operations/check/canonicalValue';
import { readOptions, type Options, type Sets } from '../../../spill/read/options/options';
import { emptyDraft, valuesOf, type Draft, type DraftValue } from './draft';
import { draftOptions } from './draftFormula';

/** Undefined if the formula calls no data function, or has more arguments than the function takes. */
export function readBack(formula: string, sets: Sets): Draft | undefined {
  const found = findCall(formula);
  const read = found && readFormulaText(found.call);
  if (!found || !read) return undefined;
  const { operation, before, after } = found;
  const { positional } = operationOf(operation);
  if (read.args.length > positional.length + 1) return undefined;
  const values: Record<string, DraftValue> = {};
  for (const [place, name] of positional.entries())
    Object.assign(values, argumentValue(operation, name, read.args[place] ?? ''));
  const base = { ...emptyDraft(operation), before, after };
  return withOptions({ ...base, values }, read.args[positional.length] ?? '', sets);
}

function argumentValue(operation: OperationId, name: string, source: string): Record<string, DraftValue> {
  const text = source.trim();
  if (text === '') return {};
  const parameter = operationOf(operation).params[name];
  const literal = readLiteral(text);
  if (literal !== undefined && !literal.startsWith('=')) return literal === '' ? {} : { [name]: literal };
  if (/^-?\d+(?:\.\d+)?$/.test(text)) {
    if (parameter?.kind === 'text' && parameter.numberMeans !== undefined)
      return { [parameter.numberMeans]: text };
    if (parameter?.kind !== 'date') return { [name]: text };
  }
  const date = parameter?.kind === 'date' ? readDateCall(text) : undefined;
  return { [name]: date ?? `=${text}` };
}

function withOptions(draft: Draft, source: string, sets: Sets): Draft {
  const text = source.trim();
  if (text === '') return draft;
  const literal = readLiteral(text);
  if (literal === undefined) return { ...draft, optionsText: text };
  if (literal.trim() === '') return draft;
  // A set that no longer exists keeps its name in the form.
  const known: Sets = (name) => sets(name) ?? {};
  try {
    const options = readOptions(draft.operation, literal, known);
    const shown: Draft = {
      ...draft,
      values: { ...draft.values, ...valuesOf(draft.operation, options.params) },
      view: options.view,
      set: options.filterSets[0] ?? '',
      raw: options.raw,
    };
    return isSame(options, readOptions(draft.operation, draftOptions(shown, known), known), draft.operation)
      ? shown
      : { ...draft, optionsText: text };
  } catch {
    return { ...draft, optionsText: text };
  }
}

/** Whether what the form would write asks for the same. What it puts into arguments is not in the options any more. */
function isSame(one: Options, other: Options, operation: OperationId): boolean {
  const { positional } = operationOf(operation);
  const meaning = ({ params, raw, view, filterSets }: Options) =>
    stableJson({
      params: Object.fromEntries(Object.entries(params).filter(([name]) => !positional.includes(name))),
      raw,
      view,
      filterSets,
    });
  return meaning(one) === meaning(other);
}

/** DATE(2027,5,3) with plain numbers is a date a form can show; anything more is an expression. */
function readDateCall(source: string): string | undefined {
  const parts = /^DATE\(\s*(\d{4})\s*,\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)$/i.exec(source.trim());
  if (!parts) return undefined;
  const [, year = '', month = '', day = ''] = parts;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // DATE(2027,13,40) is a date to Excel and no date to a form.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

interface FoundCall {
  readonly operation: OperationId;
  /** The call alone, with an equals sign: what a formula without surroundings would be. */
  readonly call: string;
  /** From the equals sign to the call, and from its end on. */
  readonly before: string;
  readonly after: string;
}

const names = operationIds.map((id) => operationOf(id).function.replace('.', '\\.'));
const pattern = new RegExp(`(?<![\\w.])((?:[A-Z]+\\.)?(${names.join('|')}))\\s*\\(`, 'gi');

/** The places that are text, sheet names or array constants, blanked out so that they cannot be mistaken for code. */
const blanked = (formula: string) =>
  formula.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g, (quoted) => '\u0000'.repeat(quoted.length));

function closing(code: string, open: number): number {
  let depth = 0;
  for (let index = open; index < code.length; index++) {
    if (code[index] === '(') depth++;
    else if (code[index] === ')' && --depth === 0) return index;
  }
  return -1;
}

/** The first data function inside a formula, so that =ROUND(STAYS.SEARCH(…),2) can be edited without losing the rest. */
export function findCall(formula: string): FoundCall | undefined {
  if (!formula.startsWith('=')) return undefined;
  const code = blanked(formula);
  pattern.lastIndex = 0;
  const found = pattern.exec(code);
  if (!found) return undefined;
  const end = closing(code, found.index + found[0].length - 1);
  const name = (found[2] ?? '').toUpperCase();
  const operation = operationIds.find((id) => operationOf(id).function === name);
  if (end < 0 || operation === undefined || !isOperationId(operation)) return undefined;
  return {
    operation,
    call: `=${formula.slice(found.index, end + 1)}`,
    before: formula.slice(0, found.index),
    after: formula.slice(end + 1),
  };
}
