// Filters that a response contradicts although they were sent: the service does not know them under the assumed name. Never a
// false alarm: a missing value contradicts nothing, and rounding is allowed for.
import { operationOf, type OperationId } from '..';
import { evidenceOf } from '../evidence';
import { sayReview } from './say';
import type { Evidence, Order } from '../table/operation';
import { wireNameOf, type WireNames } from '../wireNames';
import { joinedInCells } from '../../languages/labels';

const metres: Readonly<Record<string, number>> = {
  m: 1,
  metre: 1,
  meter: 1,
  km: 1000,
  ft: 0.3048,
  feet: 0.3048,
  mi: 1609.344,
  mile: 1609.344,
};

/** 0 means "unknown" in scores, stars and prices. */
function measureOf(value: unknown) {
  if (typeof value === 'number')
    return Number.isFinite(value) && value > 0 ? { low: value, high: value } : undefined;
  if (typeof value !== 'string') return undefined;
  const [, digits = '', decimals = '', unit = ''] =
    /^(\d{1,6}(?:\.(\d{1,2}))?)\s?([a-z]+)(?![\p{L}\p{N}])/iu.exec(value.trim()) ?? [];
  const metre = metres[unit.toLowerCase().replace(/(.{2})s$/, '$1')];
  if (digits === '' || metre === undefined) return undefined;
  const half = 0.5 / 10 ** decimals.length;
  return { low: (Number(digits) - half) * metre, high: (Number(digits) + half) * metre };
}

type Values = Readonly<Record<string, unknown>>;

export interface SentFilters {
  readonly operation: OperationId;
  readonly params: Values;
  /** Parameters under their wire names: a filter that the user has mapped to another name is here. */
  readonly raw: Values;
}

type Records = readonly unknown[];

const at = (record: unknown, path: string): unknown => {
  let value = record;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Values)[step];
  }
  return value;
};

const shown = (value: unknown): string => String(value).slice(0, 30);

/** The first two results in the wrong order; otherwise whether there were two to compare. */
function disorder(records: Records, field: string, { falls, within }: Order): string | boolean {
  const last = new Map<unknown, { readonly place: number; readonly edge: number }>();
  let compared = false;
  for (const [place, record] of records.entries()) {
    const measure = measureOf(at(record, field));
    if (!measure) continue;
    const group = within === undefined ? '' : at(record, within);
    const before = last.get(group);
    const { low, high } = falls ? { low: -measure.high, high: -measure.low } : measure;
    if (before) {
      compared = true;
      if (high < before.edge)
        return sayReview('disorder', {
          field,
          one: shown(at(records[before.place], field)),
          first: before.place + 1,
          other: shown(at(record, field)),
          second: place + 1,
        });
    }
    if (!before || low > before.edge) last.set(group, { place, edge: low });
  }
  return compared;
}

function contradictionIn(evidence: Evidence, value: string, records: Records): string | undefined {
  switch (evidence.kind) {
    case 'atLeast': {
      const least = evidence.least[value] ?? -Infinity;
      const place = records.findIndex(
        (record) => (measureOf(at(record, evidence.field))?.high ?? Infinity) < least,
      );
      return place < 0 ? undefined : says(records, evidence.field, place);
    }
    case 'grade': {
      const worst = evidence.grades.indexOf(value);
      const place = records.findIndex((record) => {
        const grade = at(record, evidence.field);
        const [, letter = ''] = typeof grade === 'string' ? (/^\s*([A-Z])[+-]?\s*$/.exec(grade) ?? []) : [];
        return worst >= 0 && evidence.grades.indexOf(letter) > worst;
      });
      return place < 0 ? undefined : says(records, evidence.field, place);
    }
    case 'order': {
      const order = evidence.orders[value];
      const found = (order?.by ?? []).map((field) => disorder(records, field, order!));
      const first = found.find((each) => typeof each === 'string');
      return found.includes(true) ? undefined : first;
    }
    case 'same': {
      if (!evidence.values.includes(value)) return undefined;
      const all = new Set(
        records
          .map((record) => at(record, evidence.field))
          .filter((each) => typeof each === 'string' && each.trim() !== '')
          .map((each) => String(each).trim().toLowerCase()),
      );
      return all.size > 1
        ? sayReview('differs', {
            field: evidence.field,
            values: joinedInCells('items', [...all].slice(0, 3).map(shown)),
          })
        : undefined;
    }
    default:
      return undefined;
  }
}

const says = (records: Records, field: string, place: number): string =>
  sayReview('contradicts', { place: place + 1, field, value: shown(at(records[place], field)) });

/** One sentence for each filter that the records contradict; undefined if there is none. */
export function ignoredFilters(
  { operation, params, raw }: SentFilters,
  records: Records,
  wireNames: WireNames = {},
): string | undefined {
  const table = operationOf(operation).params;
  const sentences = Object.entries(evidenceOf(operation)).flatMap(([name, evidence]) => {
    const value = params[name] ?? raw[wireNameOf(name, table[name]!, wireNames)];
    const found = typeof value === 'string' ? contradictionIn(evidence, value, records) : undefined;
    return found === undefined ? [] : [sayReview('ignored', { filter: `${name}=${String(value)}`, found })];
  });
  return sentences.length === 0 ? undefined : joinedInCells('sentences', sentences);
}
