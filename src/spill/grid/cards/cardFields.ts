// What a card shows of a record, compiled from the table once for each grid: the kind of a field decides its section and its form.
// Nothing here knows an operation, so a new entry of the table has cards without another line.
import type { Operation } from '../../../operations/table/operation';
import type { Field, Fields } from '../../../operations/table/field';
import { showOf, shownField, soleField, type Show, type Tally } from '../fieldReader';

export const sections = ['Price', 'Availability', 'Facts', 'About this result'] as const;
const [price, availability, facts, about] = [0, 1, 2, 3] as const;

/** What a card says of the response itself. No field has one of these names. */
export const own = { fetched: 'Fetched', price: 'Request price', note: 'Note', title: 'Title' } as const;

/** Which of them a card has is a number of 32 bits; more make a card that nobody reads. */
const mostFields = 24;

/** A card is for reading: longer texts are whole in their own column. */
export const longestText = 300;

export interface CardField {
  readonly name: string;
  /** The name of the property, as formulas spell it: `=A2.Price`. */
  readonly key: string;
  readonly section: number;
  readonly link: boolean;
  readonly show: Show;
}

export interface CardFields {
  readonly icon: string;
  readonly title: { readonly name: string | undefined; readonly key: string };
  /** The picture of the record: its first field of that kind. */
  readonly image: { readonly name: string; readonly key: string } | undefined;
  readonly fields: readonly CardField[];
}

const kindOf = (field: Field): Field['kind'] | undefined => shownField(field)?.kind;

function sectionOf(field: Field, priced: boolean): number {
  if (field.section === 'availability') return availability;
  switch (kindOf(field)) {
    case 'money':
      return price;
    case 'percent':
      return priced ? price : facts;
    case 'identifier':
    case 'link':
    case 'degrees':
      return about;
    default:
      return facts;
  }
}

/** Something with a price and a place is a home, something with a price is for sale, anything else is an organization. */
function iconOf(fields: Fields): string {
  const kinds = new Set(Object.values(fields).map(kindOf));
  if (!kinds.has('money')) return 'Building';
  return kinds.has('degrees') ? 'Home' : 'ShoppingBag';
}

/** What a table shows by default matters most, numbers that only name something least. An amount shows its currency itself. */
function byRank(fields: Fields, columns: readonly string[]): string[] {
  const currencies = new Set(
    Object.values(fields).map((field) =>
      field.kind === 'money' && 'field' in field.currency ? field.currency.field : '',
    ),
  );
  const rank = (name: string): number => {
    const field = fields[name]!;
    if (columns.includes(name)) return columns.indexOf(name) - columns.length;
    const section = sectionOf(field, true);
    if (section === price || section === availability) return 1;
    if (field.kind === 'list' && typeof field.of === 'object') return 2;
    return section === about && field.kind !== 'link' ? 4 : 3;
  };
  return Object.keys(fields)
    .filter((name) => !currencies.has(name))
    .sort((one, other) => rank(one) - rank(other));
}

export function cardFields({ record, columns }: Pick<Operation, 'record' | 'columns'>): CardFields {
  const { fields } = record;
  const taken = new Set<string>(Object.values(own));
  const keyOf = (name: string): string => {
    const label = fields[name]!.label;
    const key = taken.has(label) ? `${label} (${name})` : label;
    taken.add(key);
    return key;
  };
  const sole = soleField(record);
  const titleName = sole !== undefined && Object.hasOwn(fields, sole) ? sole : undefined;
  const title = { name: titleName, key: titleName === undefined ? own.title : keyOf(titleName) };
  const imageName = Object.keys(fields).find((name) => fields[name]!.kind === 'image');
  const image = imageName === undefined ? undefined : { name: imageName, key: keyOf(imageName) };
  const priced = Object.values(fields).some((field) => kindOf(field) === 'money');
  const names = byRank(fields, columns).filter(
    (name) => name !== titleName && fields[name]!.kind !== 'image',
  );
  const tally: Tally = { odd: 0, converted: 0, found: false };
  return {
    icon: iconOf(fields),
    title,
    image,
    fields: names.slice(0, mostFields).map((name) => {
      const field = fields[name]!;
      return {
        name,
        key: keyOf(name),
        section: sectionOf(field, priced),
        link: kindOf(field) === 'link',
        show: showOf(field, { formats: true, convert: true }, tally),
      };
    }),
  };
}
