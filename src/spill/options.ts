// The options argument: what is sent beside the positional arguments, what is passed through, and how to show the result.
// Later entries override a saved set; the same option given twice by hand is a fault, since one of the two is a slip.
import { operationOf, type OperationId } from '../operations';
import { isKnownColumn, readColumn, type Column } from './columns';
import { entriesOf, type Entry } from './entries';
import { readGeneral } from './general';
import { InputFault } from './inputFault';
import { findOption, isGeneral, optionNamed, type GeneralOption } from './optionNames';
import { split, unquote } from './optionText';
import { inQuotes } from './shorten';
import { asText, listElements, readList, readScalar, type Scalar } from './value';
import { defaultView, type View } from './view';

export type Params = Readonly<Record<string, unknown>>;

/** Finds a saved filter set by name. */
export interface Sets {
  (name: string): Readonly<Record<string, unknown>> | undefined;
}

export interface Options {
  /** Read, not yet checked against the request's rules. */
  readonly params: Params;
  /** Passed through under their wire names. */
  readonly raw: Params;
  readonly view: View;
  readonly filterSets: readonly string[];
  /** Names given by hand, not by a saved set. */
  readonly byHand: ReadonlySet<string>;
}

type Valued = Exclude<Entry, { kind: 'set' | 'loose' }>;

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

function literalValues(name: string, value: unknown): readonly Scalar[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.every(isScalar)) return values;
  throw new InputFault(
    `${name} takes text, numbers or yes/no, not ${inQuotes(JSON.stringify(value) ?? 'nothing')}.`,
  );
}

class Reading {
  private readonly params = new Map<string, unknown>();
  private readonly raw = new Map<string, unknown>();
  private readonly byHand = new Set<string>();
  private readonly filterSets: string[] = [];
  private columns: readonly Column[] = [];
  private view: Partial<View> = {};
  private readonly highs: ReadonlySet<string>;

  constructor(
    private readonly id: OperationId,
    private readonly sets: Sets,
  ) {
    this.highs = new Set(operationOf(id).rules.flatMap((rule) => (rule.kind === 'order' ? [rule.high] : [])));
  }

  take(entry: Entry): void {
    if (entry.kind === 'set') this.takeSet(entry.name);
    else if (entry.kind === 'loose') this.takeColumns(entry.text, entry.alone);
    else this.takeValue(entry, true);
  }

  result(): Options {
    const bare = this.view.bare ?? false;
    return {
      params: Object.fromEntries(this.params),
      raw: Object.fromEntries(this.raw),
      view: { ...defaultView, ...(bare && { headers: 'none' }), ...this.view, columns: this.columns },
      filterSets: this.filterSets,
      byHand: this.byHand,
    };
  }

  private takeSet(name: string): void {
    const set = name === '' ? undefined : this.sets(name);
    if (!set) {
      throw new InputFault(
        `There is no filter set named ${inQuotes(name)}. The Spillway pane, Build, shows the saved sets.`,
      );
    }
    this.filterSets.push(name);
    for (const [key, value] of Object.entries(set)) {
      if (value !== null && value !== undefined) this.takeValue({ kind: 'literal', key, value }, false);
    }
  }

  /** Text that is no option: columns, wanted as bare values. Beside options only columns the table has are believed. */
  private takeColumns(text: string, alone: boolean): void {
    const parts = split(text, ',').filter((part) => part !== '');
    for (const part of parts) {
      const option = findOption(this.id, part);
      const known = isKnownColumn(this.id, part);
      if (option !== undefined && !known) {
        throw new InputFault(
          `${option} is an option, not a column: write ${option}=value. A field of that name goes in quotes.`,
        );
      }
      if (!alone && !known && !/^["']/.test(part)) {
        throw new InputFault(`${inQuotes(part)} is neither an option (name=value) nor a column.`);
      }
    }
    this.mark('columns');
    this.columns = parts.map((part) => readColumn(this.id, part));
    this.view = { ...this.view, bare: true };
  }

  private mark(name: string): void {
    if (this.byHand.has(name))
      throw new InputFault(`${name} is given twice in the options. Keep one of them.`);
    this.byHand.add(name);
  }

  private takeValue(entry: Valued, byHand: boolean): void {
    if (/^raw:/i.test(entry.key)) return this.takeRaw(entry, byHand);
    const name = optionNamed(this.id, entry.key);
    if (byHand) this.mark(name);
    if (entry.kind === 'literal' && entry.value === null) return;
    if (isGeneral(name)) return this.takeGeneral(name, entry);
    const parameter = operationOf(this.id).params[name]!;
    const value =
      parameter.kind === 'list'
        ? readList(name, parameter, this.several(name, entry))
        : readScalar(name, parameter, this.one(name, entry));
    this.params.set(name, value);
  }

  private takeRaw(entry: Valued, byHand: boolean): void {
    const name = entry.key.slice(4).trim();
    if (name === '') throw new InputFault('raw: needs a name, as in raw:name=value.');
    if (byHand) this.mark(`raw:${name}`);
    this.raw.set(name, entry.kind === 'literal' ? entry.value : this.one(`raw:${name}`, entry));
  }

  private takeGeneral(name: GeneralOption, entry: Valued): void {
    if (name !== 'columns') {
      this.view = { ...this.view, ...readGeneral(name, this.one(name, entry)) };
      return;
    }
    const texts = entry.kind === 'literal' ? literalValues(name, entry.value) : entry.values;
    const parts = texts.flatMap((text) => split(asText(text), ',')).filter((part) => part !== '');
    if (parts.length === 0) throw this.empty(name);
    this.columns = parts.map((part) => readColumn(this.id, part));
  }

  private several(name: string, entry: Valued): readonly Scalar[] {
    if (entry.kind === 'literal') {
      return typeof entry.value === 'string' ? listElements(entry.value) : literalValues(name, entry.value);
    }
    const values = this.withoutEmptyCells(name, entry);
    const elements = values.flatMap((value): Scalar[] =>
      typeof value === 'string' ? listElements(value) : [value],
    );
    if (elements.length === 0) throw this.empty(name);
    return elements;
  }

  private one(name: string, entry: Valued): Scalar {
    const values = entry.kind === 'literal' ? literalValues(name, entry.value) : this.filled(name, entry);
    if (values.length > 1) throw new InputFault(`${name} takes one value, not ${values.length}.`);
    const [value] = values;
    const read = typeof value === 'string' && entry.kind === 'typed' ? unquote(value) : value;
    if (read === undefined || (read === '' && !name.startsWith('raw:'))) throw this.empty(name);
    return read;
  }

  /** The cells beside the name of a single value; further cells may be the empty ones of a wider range. */
  private filled(name: string, entry: Entry & { kind: 'typed' }): readonly Scalar[] {
    if (!entry.cells) return entry.values;
    const [first, ...more] = entry.values;
    const rest = more.filter((value) => value !== 0);
    if (first === 0 && this.highs.has(name)) {
      throw new InputFault(
        `${name} is 0 or an empty cell. Remove the row, or give the highest value wanted.`,
      );
    }
    return first === undefined ? [] : [first, ...rest];
  }

  /** An empty cell of a range may arrive as 0, which only a list of numbers could mean. */
  private withoutEmptyCells(name: string, entry: Entry & { kind: 'typed' }): readonly Scalar[] {
    if (!entry.cells) return entry.values;
    const parameter = operationOf(this.id).params[name];
    if (parameter?.kind !== 'list' || parameter.of !== 'integer')
      return entry.values.filter((value) => value !== 0);
    if (entry.values.at(-1) !== 0) return entry.values;
    throw new InputFault(
      `${name} ends in 0, which may be an empty cell. Write the numbers as text in one cell: 5,7,0.`,
    );
  }

  private empty(name: string): InputFault {
    const parameter = operationOf(this.id).params[name];
    const values =
      parameter?.kind === 'choice' ? parameter.values : parameter?.kind === 'list' ? parameter.of : '';
    const some =
      typeof values === 'string'
        ? ''
        : ` Valid: ${values.slice(0, 8).join(', ')}${values.length > 8 ? ' …' : ''}.`;
    return new InputFault(`${name} has no value. Give one, or leave ${name} out.${some}`);
  }
}

export function readOptions(id: OperationId, argument: unknown, sets: Sets): Options {
  const reading = new Reading(id, sets);
  for (const entry of entriesOf(argument)) reading.take(entry);
  return reading.result();
}
