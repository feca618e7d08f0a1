// What cards of one grid share: the layout of those with the same fields, and what is said of one response. Each is made and
// measured once.
import type { CardLayouts, CardProperty } from '../../cell';
import type { Item } from '../../read/formula/formula';
import { localSerial } from '../../read/values/excelDate';
import { fit } from '../../shorten';
import type { Answered, Origin } from '../grid';
import { timeFormat } from '../numberFormat';
import { bytesOf } from '../payload';
import { longestText, own, sections, type CardFields } from './cardFields';

export interface Shared<Value> {
  readonly value: Value;
  readonly bytes: number;
}

export const json = (value: unknown): number => bytesOf(JSON.stringify(value));

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
                title: name,
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
function aboutOf({ fetchedAt, note }: Answered, requestPrice: string): Record<string, CardProperty> {
  const fetched = { type: 'Double', basicValue: localSerial(fetchedAt), numberFormat: timeFormat } as const;
  return {
    [own.fetched]: fetched,
    [own.price]: { type: 'String', basicValue: requestPrice },
    ...(note !== undefined && { [own.note]: { type: 'String', basicValue: fit(note, longestText) } }),
  };
}

export class SharedLayouts {
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

export class SharedAbout {
  private lastOutcome: Answered | undefined;
  private last: Shared<Readonly<Record<string, CardProperty>>> | undefined;

  /** `priceOf` says what the request of an item costs. */
  constructor(private readonly priceOf: (item: Item) => string) {}

  of({ item, outcome }: Origin): Shared<Readonly<Record<string, CardProperty>>> {
    if (this.last && outcome === this.lastOutcome) return this.last;
    const value = aboutOf(outcome, this.priceOf(item));
    this.lastOutcome = outcome;
    return (this.last = { value, bytes: json(value) });
  }
}
