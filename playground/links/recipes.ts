// The recipes of docs/recipes.md as workbooks, named as their headings are linked. `?recipe=…` opens one. A test compares the
// formulas with those of the document.
import { localSerial } from '../../src/spill/read/values/excelDate';
import type { PlainCell, PlainSheet } from './plainSheet';

export interface Recipe {
  readonly title: string;
  readonly sheets: readonly PlainSheet[];
}

type Cells = Readonly<Record<string, string | number | PlainCell>>;

const units = ['TKS-01-12-B', 'MFS-01-12-B', 'COS-01-12-B', 'KWV-01-12-B', 'WPG-01-12-B'];
const unitCells = Object.fromEntries(units.map((unit, index) => [`A${index + 2}`, unit]));

const heading = (content: string): PlainCell => ({ content, bold: true });
const widths = { 0: 330, 1: 130 };

function sheet(name: string, cells: Cells): PlainSheet {
  const plain = Object.entries(cells).map(([address, cell]): [string, PlainCell] => [
    address,
    typeof cell === 'object' ? cell : { content: cell },
  ]);
  return { name, cells: Object.fromEntries(plain), widths };
}

/** Check-in and check-out where the formulas look for them. */
function stay(today: Date): Cells {
  const checkin = Math.floor(localSerial(today.getTime())) + 30;
  const date = (content: number): PlainCell => ({ content, format: 'd mmm yyyy' });
  return { A1: 'Check-in', B1: date(checkin), A2: 'Check-out', B2: date(checkin + 3) };
}

/** A finished workbook is added by the pane, with samples and at no cost. */
const finished = (title: string): Recipe => ({
  title,
  sheets: [
    sheet('Sheet1', {
      A1: heading(title),
      A2: `In the pane, under Start, select Use on the card "${title}", then Add sheets. The sheets come with sample rows.`,
      A3: 'Then select Fill with live data. The price is shown before anything is sent; here it is the sandbox that responds.',
    }),
  ],
});

export const recipes = (today: Date): Readonly<Record<string, Recipe>> => ({
  'the-cheapest-of-a-search': {
    title: 'The cheapest of a search',
    sheets: [
      sheet('Sheet1', { A1: '=RURETAIL.SEARCH("ssd 1tb", 20, , "sort=price_asc; columns=name,price")' }),
    ],
  },
  'one-value-for-each-row-of-your-table': {
    title: 'One value for each row of your table',
    sheets: [
      sheet('Sheet1', {
        A1: heading('Unit'),
        B1: heading('Price'),
        ...unitCells,
        B2: '=HKPROPERTY.VALUE(A2:A40, , "price")',
      }),
    ],
  },
  'only-records-that-meet-a-condition': {
    title: 'Only records that meet a condition',
    sheets: [
      sheet('Sheet1', {
        A1: '=RURETAIL.SEARCH("iphone", 20)',
        A24: heading('Below 80,000, by price'),
        A25: '=SORT(FILTER(A1#, INDEX(A1#, 0, 4) < 80000), 4)',
      }),
    ],
  },
  'a-table-with-cards-and-pictures': {
    title: 'A table with cards and pictures',
    sheets: [
      sheet('Cards', {
        A1: '=NLRETAIL.SEARCH("coffee", 6, "columns=name,price,rating; cards=yes; images=yes")',
        A10: 'A field of the card in A2:',
        B10: '=A2.[List price]',
        A11: 'The same:',
        B11: '=FIELDVALUE(A2, "List price")',
      }),
      sheet('Units', {
        A1: heading('Unit'),
        B1: heading('Price'),
        ...unitCells,
        B2: '=HKPROPERTY.VALUE(A2:A40, , "price; cards=yes")',
      }),
    ],
  },
  'what-would-it-cost': {
    title: 'What would it cost?',
    sheets: [
      sheet('Sheet1', { A1: 'Credits for 12 searches:', B1: '=CREDITS.COST("STAYS.SEARCH", 25, 12)' }),
    ],
  },
  'yesterdays-numbers-without-paying-again': {
    title: "Yesterday's numbers without paying again",
    sheets: [
      sheet('Offline', {
        ...stay(today),
        A3: 'Costs nothing: the same search stands on the sheet Fetched.',
        A4: '=STAYS.SEARCH("Amsterdam", B1, B2, 2, 1, 25, "offline=yes")',
      }),
      sheet('Fetched', { ...stay(today), A4: '=STAYS.SEARCH("Amsterdam", B1, B2, 2, 1, 25)' }),
    ],
  },
  'fresh-data-once-a-day': {
    title: 'Fresh data once a day',
    sheets: [
      sheet('Sheet1', {
        ...stay(today),
        A4: '=STAYS.SEARCH("Amsterdam", B1, B2, 2, 1, 25, "max_age=1d; stamp=yes")',
      }),
    ],
  },
  'how-much-is-left': {
    title: 'How much is left?',
    sheets: [sheet('Sheet1', { A1: 'Points:', B1: '=TOKEN.USAGE("points")' })],
  },
  'for-a-retailer-price-monitor': finished('Price monitor'),
  'for-a-valuer-valuation-comparison': finished('Valuation comparison'),
  'for-a-traveller-trip-planner': finished('Trip planner'),
});
