// One record as a card: everything the service sent that a person may want to see, with where and when it came from. A response
// has hundreds of records, so what cards share (layouts, provenance) is made once.
import { labelled } from '../../../languages/labels';
import type { Operation } from '../../../operations/table/operation';
import type { CardCell, CardLayouts, CardProperty, Cell, CellFault } from '../../cell';
import { fit, shorten } from '../../inputFault';
import type { FormulaItem } from '../../read/formula/formula';
import type { Origin, RecordsOutcome } from '../grid';
import { cellBytes, numberBytes, bytesOf } from '../payload';
import { textOf, type JsonObject } from '../readable';
import { cardFields, longestText, own, sections, type CardFields } from './cardFields';
import { isWebAddress } from './webAddress';
import { localSerial } from '../../read/values/excelDate';
import { timeFormat } from '../numberFormat';

const longestTitle = 255;

export interface MadeCard {
  readonly card: CardCell;
  /** Bytes it adds to those of the plain cell. */
  readonly bytes: number;
}

/** Undefined for an error and for a blank, which nobody could click. */
export type MakeCard = (cell: Cell, record: JsonObject, origin: Origin) => MadeCard | undefined;

const none = -1;

type Properties = Record<string, CardProperty>;

const yes: CardProperty = { type: 'Boolean', basicValue: true };
const no: CardProperty = { type: 'Boolean', basicValue: false };

function property(cell: Cell): CardProperty | undefined {
  switch (typeof cell) {
    case 'string':
      return cell === ''
        ? undefined
        : { type: 'String', basicValue: cell.length > longestText ? shorten(cell, longestText) : cell };
    case 'number':
      return { type: 'Double', basicValue: cell };
    case 'boolean':
      return cell ? yes : no;
    default:
      return 'fault' in cell ? undefined : cell;
  }
}

const aroundProperty = '"":{"type":"Boolean","basicValue":""},'.length;
const aroundImage = '"":{"type":"WebImage","address":"","altText":""},'.length;

/** Without the key, and with a text as if it were ASCII. */
function propertyLength(value: CardProperty): number {
  if (value.type === 'String') return aroundProperty + value.basicValue.length;
  if (value.type === 'WebImage') return aroundImage + value.address.length + value.altText.length;
  return (
    aroundProperty + ('numberFormat' in value ? cellBytes(value) : numberBytes(Number(value.basicValue)))
  );
}

function carrying(
  cell: Exclude<Cell, CellFault>,
  properties: Properties,
  layouts: CardLayouts,
  provider: CardCell['provider'],
): CardCell {
  if (typeof cell === 'object') {
    const { basicValue, numberFormat } = cell;
    return { type: 'Double', basicValue, numberFormat, properties, layouts, provider };
  }
  const type = typeof cell === 'string' ? 'String' : typeof cell === 'number' ? 'Double' : 'Boolean';
  return { type, basicValue: cell, properties, layouts, provider };
}

/** `priceOf` says what the request of an item costs. */
export function cardMaker(
  operation: Pick<Operation, 'record' | 'columns' | 'title'>,
  priceOf: (item: FormulaItem) => string,
): MakeCard {
  const plan = cardFields(operation);
  const { title, image, fields } = plan;
  const provider = { description: `Spillway: ${labelled(operation.title)}` };
  const around = json({ type: 'Boolean', properties: {}, layouts: 0, provider });
  const picture = fields.length;
  const keys = [...fields.map(({ key }) => key), image?.key ?? ''];
  const bitOf = new Map(fields.map(({ name }, bit) => [name, bit]));
  if (image) bitOf.set(image.name, picture);
  const names: string[] = [];
  const bits: number[] = [];
  const layouts = new SharedLayouts(plan);
  const abouts = new SharedAbout(priceOf);

  return (cell, record, origin) => {
    if (cell === '' || (typeof cell === 'object' && 'fault' in cell)) return undefined;
    const given = title.name === undefined ? '' : record[title.name];
    // Mostly the cell itself, which is already fit to be shown.
    const named =
      typeof cell === 'string' && given === cell
        ? shorten(cell, longestTitle)
        : fit(textOf(given), longestTitle);
    const text = named === '' ? labelled(operation.title) : named;
    const properties: Properties = { [title.key]: { type: 'String', basicValue: text } };
    let bytes = around + aroundProperty + title.key.length + text.length;
    let present = origin.outcome.note === undefined ? 0 : 1 << (fields.length + 1);
    let place = 0;
    // As the grid reads records: in their own order, comparing with the names of the last one.
    for (const name in record) {
      if (names[place] !== name) {
        names[place] = name;
        bits[place] = bitOf.get(name) ?? none;
      }
      const bit = bits[place++]!;
      if (bit === none) continue;
      const given = record[name];
      if (given === null || given === undefined) continue;
      let made: CardProperty | undefined;
      if (bit === picture)
        made = isWebAddress(given) ? { type: 'WebImage', address: given, altText: text } : undefined;
      else if (fields[bit]!.link)
        made = isWebAddress(given) ? { type: 'String', basicValue: given } : undefined;
      else made = property(fields[bit]!.show(given, record));
      if (!made) continue;
      const key = keys[bit]!;
      properties[key] = made;
      bytes += key.length + propertyLength(made);
      present |= 1 << bit;
    }
    const about = abouts.of(origin);
    for (const key in about.value) properties[key] = about.value[key]!;
    const layout = layouts.of(present);
    const card = carrying(cell, properties, layout.value, provider);
    return { card, bytes: bytes + about.bytes + layout.bytes };
  };
}

// What cards of one grid share: the layout of those with the same fields, and what is said of one response. Each is made and
// measured once.

interface Shared<Value> {
  readonly value: Value;
  readonly bytes: number;
}

const json = (value: unknown): number => bytesOf(JSON.stringify(value));

/** Which fields a card has, as bits; the picture and the note follow the fields. */
function layoutsOf({ icon, title, image, fields }: CardFields, present: number): CardLayouts {
  const has = (bit: number) => (present & (1 << bit)) !== 0;
  const keys = sections.map((_, section) =>
    fields.flatMap((field, bit) => (field.section === section && has(bit) ? [field.key] : [])),
  );
  const about = [own.fetched, own.price, ...(has(fields.length + 1) ? [own.note] : [])];
  keys[sections.length - 1]!.push(...about);
  return {
    compact: { icon },
    card: {
      title: { property: title.key },
      ...(image && has(fields.length) && { mainImage: { property: image.key } }),
      sections: sections.flatMap((name, section) =>
        keys[section]!.length === 0
          ? []
          : [
              {
                layout: 'List' as const,
                title: labelled(name),
                collapsible: true,
                collapsed: false,
                properties: keys[section]!,
              },
            ],
      ),
    },
  };
}

/** What a card says of the response it came with. */
function aboutOf({ fetchedAt, note }: RecordsOutcome, requestPrice: string): Record<string, CardProperty> {
  const fetched = { type: 'Double', basicValue: localSerial(fetchedAt), numberFormat: timeFormat } as const;
  return {
    [own.fetched]: fetched,
    [own.price]: { type: 'String', basicValue: requestPrice },
    ...(note !== undefined && { [own.note]: { type: 'String', basicValue: fit(note, longestText) } }),
  };
}

class SharedLayouts {
  private readonly known = new Map<number, Shared<CardLayouts>>();
  private lastPresent = -1;
  private last: Shared<CardLayouts> | undefined;

  constructor(private readonly fields: CardFields) {}

  /** Most records of a response have the same fields. */
  of(present: number): Shared<CardLayouts> {
    return this.last && present === this.lastPresent ? this.last : this.find(present);
  }

  private find(present: number): Shared<CardLayouts> {
    const value = this.known.get(present)?.value ?? layoutsOf(this.fields, present);
    const found = this.known.get(present) ?? { value, bytes: json(value) };
    this.known.set(present, found);
    this.lastPresent = present;
    return (this.last = found);
  }
}

class SharedAbout {
  private lastOutcome: RecordsOutcome | undefined;
  private last: Shared<Readonly<Record<string, CardProperty>>> | undefined;

  /** `priceOf` says what the request of an item costs. */
  constructor(private readonly priceOf: (item: FormulaItem) => string) {}

  of({ item, outcome }: Origin): Shared<Readonly<Record<string, CardProperty>>> {
    if (this.last && outcome === this.lastOutcome) return this.last;
    const value = aboutOf(outcome, this.priceOf(item));
    this.lastOutcome = outcome;
    return (this.last = { value, bytes: json(value) });
  }
}
