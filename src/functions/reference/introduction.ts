// What holds for every function: ranges, options and their forms, the layout of the result.
import type { Declaration } from '../metadata/declaration';
import { helpAnchor } from '../metadata/metadata';
import type { Block } from './document';

interface Entry {
  readonly declaration: Declaration;
  readonly signature: string;
}

/** The options that every data function has, beside the service's own parameters. */
const layout: readonly (readonly string[])[] = [
  [
    '`columns`',
    'field names, dot paths (`brand.name`, `images.0`), `*`',
    'Which columns, in this order; `*` gives all. `price as Price now` renames a heading.',
  ],
  [
    '`headers`',
    '`labels` (usual), `fields`, `0`',
    'Headings in words, as the service’s field names, or none.',
  ],
  ['`bare`', 'yes, no', 'Values only: no headings and no first column with the item searched for.'],
  ['`transpose`', 'yes, no', 'One column for each record instead of one row.'],
  [
    '`stamp`',
    'yes, no',
    'Adds two columns: when the record was fetched, and whether from the service or the cache.',
  ],
  [
    '`max_age`',
    '`30m`, `12h`, `7d`',
    'Ask again when the answer is older. Without it an answer is kept until you press Refresh.',
  ],
  ['`offline`', 'yes, no', 'Only what is already there: never sends a request, never spends.'],
  [
    '`formats`',
    '`auto` (usual), `0`',
    'Currency, percent and date formats in the cells, or plain numbers. A percentage is a fraction either way, as Excel’s own: a discount of 22% is 0.22.',
  ],
  [
    '`timeout`',
    '20 to 1500',
    'Seconds the service may work on the request; it takes 300 where you give none.',
  ],
];

export const introduction = (entries: readonly Entry[]): Block[] => [
  { heading: 'Spillway functions', level: 1 },
  {
    text: 'Type a formula, and the records spill into the cells below and beside it. A request that was paid for once is not paid again by recalculating, reopening, inserting rows or copying the formula. Only three things spend credits: a request never made before, Refresh, and a `max_age` you set. [What Spillway assumes](#assumptions) about the service and [where codes come from](#codes) stand at the end.',
  },
  {
    head: ['function', 'what it does'],
    rows: entries.map(({ declaration }) => [
      `[${declaration.name}](#${helpAnchor(declaration.name)})`,
      declaration.summary,
    ]),
  },
  { heading: 'Ranges', level: 2, anchor: 'ranges' },
  {
    list: [
      'The first argument of every data function takes a range: one request for each different item, in one formula.',
      'Searches are stacked, with the item they belong to in a first column; blank cells are passed over. Lookups (`HKPROPERTY.VALUE`, `JOBSBOARD.COMPANY`) give one row for each cell, in order; a blank cell gives a blank row.',
      'An item that fails shows its own error in its own row. The others stand.',
      'An item without results has a row that says `No results for …`. What the service sends in place of a record has a row that says so.',
      'Dates are Excel dates or text such as `2027-05-03`. A number as the destination of `STAYS.SEARCH` is a destination ID.',
    ],
  },
  { heading: 'Options', level: 2, anchor: 'options' },
  { text: 'The last argument of a data function carries everything else. Four forms mean the same:' },
  {
    head: ['form', 'example'],
    rows: [
      ['text', '`"sort=price_asc; price_max=50000; brands=Apple,Samsung"`'],
      ['a range', '`D1:E3`: names in the first column, values beside them; a list may go on to the right'],
      ['JSON', '`{"sort":"price_asc","price_max":50000,"brands":["Apple","Samsung"]}`'],
      [
        'a saved set',
        '`"@family"`, or `"@family; max_price_per_night=200"` to override one filter (`STAYS.SEARCH`)',
      ],
    ],
  },
  {
    list: [
      'Names and listed values are matched without regard to case, spaces and hyphens. A name or value that does not exist gives `#VALUE!` with the nearest one that does.',
      'Put a value that holds `;`, `,` or `=` into single or double quotes.',
      'Text with no `=` and no `@` is a list of columns: `=HKPROPERTY.VALUE(A2,,"price")` gives the bare number.',
      '`raw:name=value` sends a parameter unchecked: one this list does not have, or one it has instead of the checked one, also where that is required. The value is sent as text, `raw:name=` as empty text, and as a list of texts where this list says the parameter is a list. JSON and cells keep numbers as numbers. `raw:count` must still be a whole number, because it decides the price.',
      'A number is taken for text only where it is a whole one: a unit, a company, a search. TRUE, FALSE and a written 0 are refused, never sent. Excel on the desktop passes an empty cell as 0: leave the argument out instead.',
      'What you do not give is not sent; the service’s own defaults apply.',
    ],
  },
  { text: 'These options work in every data function:' },
  { head: ['option', 'values', 'meaning'], rows: layout },
];
