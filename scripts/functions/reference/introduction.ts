// What applies to every function: ranges, the forms of options, the layout of the result.
import { operationIds, operationOf } from '../../../src/operations';
import { timeout } from '../../../src/operations/table/parameter';
import type { Declaration } from '../metadata/declared';
import { helpAnchor } from '../metadata/metadata';
import type { Block } from './document';

/** The functions that return one row per item. */
const lookups = operationIds
  .map(operationOf)
  .filter(({ results }) => results === 'one')
  .map(({ function: name }) => `\`${name}\``)
  .join(', ');

interface Entry {
  readonly declaration: Declaration;
  readonly signature: string;
}

/** The options that every data function has, in addition to the service's parameters. */
const layout: readonly (readonly string[])[] = [
  [
    '`columns`',
    'field names, dot paths (`brand.name`, `images.0`), `*`, [figures](#figures)',
    'The columns to return, in this order. `*` returns all of them. `price as Price now` renames a heading.',
  ],
  [
    '`where`',
    'a [condition](#conditions), such as `price>50000`',
    'Returns only the results that meet the condition. It works on what was fetched, so changing it is free. Can be repeated.',
  ],
  [
    '`matched`',
    '`yes`, `no`',
    'Returns only the products that you accepted in Match in the pane, for each item of the formula. Decisions are kept in the workbook. Free, like `where`.',
  ],
  [
    '`headers`',
    '`labels` (default), `fields`, `0`',
    'Readable headings, the service’s field names, or no headings.',
  ],
  [
    '`bare`',
    '`yes`, `no`',
    'Values only, without headings and without the first columns that repeat the arguments.',
  ],
  ['`transpose`', '`yes`, `no`', 'One column per record instead of one row.'],
  [
    '`stamp`',
    '`yes`, `no`',
    'Adds two columns: when the record was fetched, and whether it came from the service or the cache.',
  ],
  [
    '`cards`',
    '`yes`, `no`',
    'Adds a [card](#cards) to the first column: the picture, the other fields, the link, when it was fetched and the price of the request.',
  ],
  [
    '`images`',
    '`yes`, `no`',
    'Shows pictures in the cells, in a last column of their own or where `columns` names their field. Excel versions without pictures in cells show the addresses.',
  ],
  [
    '`max_age`',
    '`30m`, `12h`, `7d`',
    'Fetches the data again if it is older than this. Until that has succeeded, numbers have a ⚠ behind them. Without it, data stays in the cache until you select Refresh.',
  ],
  [
    '`changes`',
    '`changes`, `changes=7d`, `changes=2026-11-01`',
    'Adds two columns beside each field that is followed over time: its value before and the change. Compares with the previous result, or with the one an age ago or on a date. Earlier values come from the [history](history.md) and are free.',
  ],
  [
    '`as_of`',
    'a date, or an age such as `7d`',
    'Returns the result that the [history](history.md) has for that date. Never sends a request and never spends credits.',
  ],
  ['`offline`', '`yes`, `no`', 'Uses only cached data. Never sends a request and never spends credits.'],
  [
    '`formats`',
    '`auto` (default), `0`',
    'Currency, percentage and date formats in the cells, or plain numbers. Either way a percentage is a fraction, as in Excel: a discount of 22% is 0.22.',
  ],
  [
    '`timeout`',
    `${timeout.min} to ${timeout.max}`,
    `How many seconds the service may work on the request. Defaults to ${timeout.default}.`,
  ],
];

const cards: readonly Block[] = [
  { heading: 'Cards', level: 2, anchor: 'cards' },
  {
    text: 'With `cards=yes`, the first column of a result is a data type: select its icon to see the card. The value itself does not change. Numbers still sum, sort and chart, and text is still text. Cards do not change the price or what is sent.',
  },
  {
    list: [
      '`=A2.Price` or `=FIELDVALUE(A2,"Price")` returns a field of the card in `A2`. A name with spaces needs brackets: `=A2.[Old price]`. If a result has no value in a field, its card does not have the field and the formula returns `#FIELD!`: use `=IFERROR(A2.[Old price],"")`.',
      'A card has up to 24 fields in four sections: Price, Availability, Facts and About this result. Text in a card is cut after 300 characters. Use `columns` to see all of it.',
      'Links and pictures are shown only if their address begins with `http://` or `https://`, contains no user name or password, and is at most 2,048 characters long.',
      'Cards need a current Excel (ExcelApi 1.19), pictures in cells ExcelApi 1.16. Other versions show the same values without cards, so a workbook can be shared.',
      'At most 2,000 results have a card or a picture, fewer if the whole result would exceed the 5 MB that Excel accepts. The rest are plain values. With `stamp=yes`, the first of them says so.',
      'Each value in a matrix of a lookup has its own card. [Figures](#figures) have none, because they stand for several results.',
      'Only pictures that the service returned are shown, and nothing more is requested for them.',
    ],
  },
];

const conditions: readonly Block[] = [
  { heading: 'Conditions', level: 2, anchor: 'conditions' },
  {
    text: 'With `where`, a formula returns only the results that meet a condition: `=RURETAIL.SEARCH("iphone 15",40,,"where=name has 128 and not name has case; where=price>50000")`. Conditions work on what was fetched. Adding, changing or removing one never sends a request and never spends credits.',
  },
  {
    head: ['Condition', 'Meaning'],
    rows: [
      ['`price>50000`', 'Also `>=`, `<`, `<=`, `=` and `<>` (not equal).'],
      ['`name has 128`', 'The text contains 128. `name not has case` is the opposite.'],
      ['`brand in Apple,Samsung`', 'Equals one of the values. `brand not in …` is the opposite.'],
      ['`rating is empty`', 'There is no value. `rating is not empty` is the opposite.'],
      ['`… and …`, `… or …`, `not …`, `( … )`', 'Join conditions. `and` binds more tightly than `or`.'],
    ],
  },
  {
    list: [
      'A field is named as in `columns`: `price`, `brand.name`, `Old price`. Put a field that Spillway does not know in quotes.',
      "Text is compared without case and accents, and Cyrillic and Latin letters that look the same are equal. Enclose text that contains `and`, `or`, a comma or a bracket in quotes: `brand='Black and Decker'`.",
      'Numbers and dates are those of the cells: `price>49990.5`, `discount_percent>=20%`, `valuation_at>=2026-11-01`. A day includes all of its hours.',
      'A field without a value meets `<>`, `not has` and `is empty`, and no other comparison. A rating of 0 is empty too, because nobody has rated it, and meets no `<` or `>`. A list meets a comparison if one of its elements does.',
      'Several `where` options must all be met. A condition can come from a cell (`"where=price>"&B1`), and a range can hold several: one condition in each cell, or `where` in the first column and the condition in the second. Empty cells are ignored.',
      'Figures such as `min(price)` cover the results that remain. With `stamp=yes`, the last column shows how many they are, such as `12 of 40`. If none remain, the cell says of how many, and what more results would cost.',
      'Some filters of the service, such as `price_max` or `brands`, select before results are counted and paid for. Build offers them where they can replace a condition.',
    ],
  },
];

export const introduction = (entries: readonly Entry[]): Block[] => [
  { heading: 'Spillway functions', level: 1 },
  {
    text: 'Enter a formula, and the records spill into the neighboring cells. Once a request is paid for, recalculating, reopening the workbook, inserting rows and copying the formula are free. Only three things spend credits: a new request, Refresh, and a `max_age` that you set. See also [what Spillway assumes](#assumptions) about the service and [where to find codes](#codes).',
  },
  {
    text: 'The formulas here use commas. If your Excel uses a comma as the decimal sign, put semicolons between arguments: `=RURETAIL.SEARCH("iphone";5)`. Excel takes the separator from the regional settings of your computer. Text in quotes stays as it is, and Build shows the formula as you type it.',
  },
  {
    head: ['Function', 'Description'],
    rows: entries.map(({ declaration }) => [
      `[${declaration.name}](#${helpAnchor(declaration.name)})`,
      declaration.summary,
    ]),
  },
  { heading: 'Ranges', level: 2, anchor: 'ranges' },
  {
    list: [
      'Every argument of a data function accepts a range, and one formula then sends one request per distinct item. `options` is the exception: a range there holds options.',
      'Ranges of the same size are paired cell by cell, and a single value applies to every cell: `=STAYS.SEARCH(A2:A6,B2:B6,C2:C6,2,1,3)` is one search per leg of a trip, each with its own dates.',
      'A column and a row produce every combination, row by row: cities in `A2:A5` and dates in `B1:G1` are 24 searches. Ranges that match in neither way return `#VALUE!` with both sizes, and nothing is sent.',
      `The results of searches are stacked. Each argument that is a range has its own first column, headed by its label. Blank cells are skipped. Lookups (${lookups}) return one row per cell, in the same order, and a blank cell returns a blank row. Their first columns show the arguments only if more than one is a range.`,
      'A row of ranges is blank if everything it needs is blank. If a destination has no date, its row shows the error.',
      'If an item fails, its row or cell shows the error. The other items are not affected.',
      'An item without results has a row that says `No results for …`. If the service returns something that is not a record, its row says so.',
      'Dates are Excel dates or text such as `2027-05-03`. In `STAYS.SEARCH`, a number as the destination is a destination ID.',
    ],
  },
  { heading: 'Figures', level: 2, anchor: 'figures' },
  {
    text: 'A column can be one figure of all results of an item. Each item then has one row. If the ranges have more than one column and exactly one column is requested, each item is one cell in a matrix of the same size as the ranges, without headings. This applies to one field of a lookup as well. `=STAYS.SEARCH(A2:A5,B1:G1,B1:G1+3,2,1,25,"min(price_per_night)")` is the cheapest night for each city and date.',
  },
  {
    head: ['Figure', 'Value'],
    rows: [
      ['`min(f)`, `max(f)`', 'The lowest and the highest value of the field `f`.'],
      ['`median(f)`, `avg(f)`', 'The median and the mean.'],
      ['`first(f)`', 'The field of the first result, in the order of the service. Works with text as well.'],
      [
        '`first(f by a+b)`',
        'The field of the result in which `a+b` is lowest, such as `first(name by price+excluded_charges)`. One field or several; results without the first of them, or with one that has no amount, are left out.',
      ],
      ['`count()`', 'The number of results, 0 if nothing was found.'],
    ],
  },
  {
    list: [
      'A figure covers the results that were requested: `count` determines how many. A product that is listed twice, with the same values, counts once.',
      'Results without a value in the field are left out, and so are ratings of 0: nobody has rated them. If nothing was found, the figure is text that says so.',
      'A figure has the format of its field, such as a currency. Amounts in different currencies are never combined: the cell shows `#VALUE!` and names the currencies.',
      'Figures and fields cannot be mixed in one formula. Use `first(name)` for a field beside a figure.',
      'A blank cell in a range leaves a blank row or a blank cell, so that figures stay beside their items.',
    ],
  },
  { heading: 'Options', level: 2, anchor: 'options' },
  { text: 'The last argument of a data function takes everything else, in one of four forms:' },
  {
    head: ['Form', 'Example'],
    rows: [
      ['Text', '`"sort=price_asc; price_max=50000; brands=Apple,Samsung"`'],
      [
        'Range',
        '`D1:E3`: names in the first column, values in the second. A list can continue to the right.',
      ],
      ['JSON', '`{"sort":"price_asc","price_max":50000,"brands":["Apple","Samsung"]}`'],
      [
        'Saved set',
        '`"@family"`, or `"@family; max_price_per_night=200"` to override one filter (`STAYS.SEARCH`)',
      ],
    ],
  },
  {
    list: [
      'Names and listed values ignore case, spaces and hyphens. If a name or value does not exist, the cell shows `#VALUE!` and suggests the closest one.',
      'Enclose a value that contains `;`, `,` or `=` in single or double quotes.',
      'Text without `=` and `@` is a list of columns: `=HKPROPERTY.VALUE(A2,,"price")` returns just the number.',
      '`raw:name=value` sends a parameter without checking it. Use it for a parameter that is not listed here, or to replace a listed one, even a required one. The value is sent as text (`raw:name=` as empty text), or as a list of texts if the listed parameter is a list. Numbers in JSON and in cells stay numbers. `raw:count` must be a whole number, because it determines the price.',
      'A text argument, such as a unit, a company or a keyword, also accepts a whole number. TRUE, FALSE and 0 are rejected and never sent. Excel on the desktop passes an empty cell as 0, so omit the argument instead.',
      'Options that you omit are not sent. The defaults of the service apply.',
    ],
  },
  { text: 'Every data function has these options:' },
  { head: ['Option', 'Values', 'Description'], rows: layout },
  ...conditions,
  ...cards,
];
