// A cell's formula back into the form. What the form cannot express stays text: it is shown, and written back unchanged.
import { operationOf, type OperationId } from '../../../operations';
import { readFormulaText, readLiteral } from '../../../spill/read/formula/formulaText';
import { stableJson } from '../../../operations/check/canonicalValue';
import { readOptions, type Options, type Sets } from '../../../spill/read/options/options';
import { emptyDraft, valuesOf, type Draft, type DraftValue } from './draft';
import { draftOptions } from './draftFormula';
import { findCall } from './findCall';

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
