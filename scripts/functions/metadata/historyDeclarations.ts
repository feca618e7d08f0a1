// What Excel and the reference say about the functions of the history. Names and arguments are frozen.
import { operationIds, operationOf } from '../../../src/operations';
import type { Argument, Declaration } from './declared';

const source: Argument = {
  name: 'source',
  help: 'The function whose paid results you want to look back on, such as "RURETAIL.SEARCH".',
  optional: false,
  range: false,
  choices: operationIds.map((id) => ({ value: operationOf(id).function, tip: operationOf(id).title })),
};

const item: Argument = {
  name: 'item',
  help: 'An ID, a name, an address or a card of an item, a range of them, or the cell of a Spillway formula for all of its results.',
  optional: false,
  range: true,
};

const field: Argument = {
  name: 'field',
  help: 'The field to follow, such as price, rating, stock_in_stores or rank. Defaults to the price, or what comes closest.',
  optional: true,
  range: false,
};

const options: Argument = {
  name: 'options',
  help: 'What distinguishes values of the same item, such as "checkin=2027-05-01; checkout=2027-05-04", matched=yes for your own products, where for the results of a formula, and layout: headers, formats, transpose.',
  optional: true,
  range: true,
};

const date = (name: string, help: string): Argument => ({ name, help, optional: true, range: false });

export const historyDeclarations: readonly Declaration[] = [
  {
    name: 'HISTORY.SERIES',
    summary:
      'Returns what a field was over time, by date, from results you have paid for. Free; never sends a request.',
    arguments: [
      source,
      item,
      field,
      date('start', 'The first date. Defaults to the first observation.'),
      date('end', 'The last date. Defaults to today.'),
      date(
        'interval',
        '0 every observation, 1 day, 2 week, 3 month. Between observations, and up to today, the last value is carried forward. Defaults to 0.',
      ),
      options,
    ],
    result: 'matrix',
    addresses: true,
    examples: [
      {
        formula: '=HISTORY.SERIES("RURETAIL.SEARCH",A2)',
        says: 'Date and price each time the product that A2 names was seen.',
      },
      {
        formula: '=HISTORY.SERIES("HKPROPERTY.VALUE","TKS-01-12-B","price",DATE(2026,1,1),,3)',
        says: 'The valuation at the end of each month of this year, by the dates of the source.',
        cells: {},
      },
      {
        formula:
          '=HISTORY.SERIES("STAYS.SEARCH",D2,"price",,,1,"checkin=2027-05-01; checkout=2027-05-04; adults=2")',
        says: 'The price of one stay, day by day.',
      },
    ],
  },
  {
    name: 'HISTORY.CHANGE',
    summary:
      'Returns what a field is now, what it was and when, the change, and its low and high, from results you have paid for. Free; never sends a request.',
    arguments: [
      source,
      item,
      field,
      date('since', 'A date, or an age such as 7d. Defaults to the observation before the last.'),
      options,
    ],
    result: 'matrix',
    addresses: true,
    examples: [
      {
        formula: '=HISTORY.CHANGE("NLRETAIL.SEARCH",A2:A20,"price","30d")',
        says: 'One row for each product: price now, thirty days ago, change, low and high with their dates.',
      },
      {
        formula: '=HISTORY.CHANGE("RURETAIL.SEARCH",A1,"stock_in_stores",,"headers=0")',
        says: 'The stock of every result of the formula in A1, compared with its previous result.',
      },
      {
        formula: '=HISTORY.CHANGE("JOBSBOARD.COMPANY",B2,"follower_count",DATE(2026,11,1))',
        says: 'How many followers the company gained since 1 November.',
      },
    ],
  },
  {
    name: 'HISTORY.TREND',
    summary:
      'Returns a field over time as a small chart of text in one cell, from results you have paid for. Free; never sends a request.',
    arguments: [
      source,
      item,
      field,
      date('since', 'A date, or an age such as 90d. Defaults to 52 weeks ago.'),
      options,
    ],
    result: 'matrix',
    addresses: true,
    examples: [
      {
        formula: '=HISTORY.TREND("RURETAIL.SEARCH",A2:A20)',
        says: 'One small chart of 52 weeks for each product: 26 bars from its lowest to its highest price, a dot where it was not seen.',
      },
      {
        formula: '=HISTORY.TREND("HKPROPERTY.VALUE","TKS-01-12-B","price","104w","headers=0")',
        says: 'The valuation of one flat over two years.',
        cells: {},
      },
      {
        formula: '=HISTORY.TREND("NLRETAIL.SEARCH",A1,"rank","30d")',
        says: 'The place of every result of the formula in A1 over thirty days. A high bar is a place further down.',
      },
    ],
  },
  {
    name: 'HISTORY.DIFF',
    summary:
      'Returns what changed in the results of a Spillway formula: new, gone and changed, with before and after. Free; never sends a request.',
    arguments: [
      { name: 'cell', help: 'The cell of a Spillway formula.', optional: false, range: true },
      date('since', 'A date, or an age such as 7d. Defaults to the previous result.'),
    ],
    result: 'matrix',
    addresses: true,
    examples: [
      {
        formula: '=HISTORY.DIFF(A1)',
        says: 'What changed between the last two results of the formula in A1.',
      },
      {
        formula: '=HISTORY.DIFF(A1,"7d")',
        says: 'What changed within a week. A result that only fell below the count you asked for is "not in list", not "gone".',
      },
      { formula: '=HISTORY.DIFF(A1,DATE(2026,11,1))', says: 'What changed since 1 November.' },
    ],
  },
  {
    name: 'MATCH.STATUS',
    summary:
      'Returns for each of your products whether it is matched: product, date and price; undecided, none, gone or a new candidate. Free; never sends a request.',
    arguments: [
      {
        name: 'items',
        help: 'The names of your products, as in Match in the pane.',
        optional: false,
        range: true,
      },
      {
        name: 'source',
        help: 'The search whose offers you matched, such as "RURETAIL.SEARCH". Defaults to the source of your first match.',
        optional: true,
        range: false,
      },
    ],
    result: 'matrix',
    examples: [
      {
        formula: '=MATCH.STATUS(A2:A300)',
        says: 'One row for each product: its status, the matched product, since when, and its price.',
      },
      {
        formula: '=MATCH.STATUS(A2,"NLRETAIL.SEARCH")',
        says: 'The status of one product at the Dutch shop. A product that is gone shows its last price and date.',
      },
      {
        formula: '=COUNTIF(TAKE(MATCH.STATUS(A2:A300),,1),"undecided*")',
        says: 'How many products wait for a decision.',
      },
    ],
  },
  {
    name: 'WATCH.ALERTS',
    summary:
      'Returns the alerts of your watches, the newest first: what happened, before and now, when, and what the run cost. Free; never sends a request for data.',
    arguments: [date('since', 'A date, or an age such as 7d. Defaults to all that are kept.')],
    result: 'matrix',
    examples: [
      { formula: '=WATCH.ALERTS()', says: 'All alerts that are kept, one row each.' },
      { formula: '=WATCH.ALERTS("7d")', says: 'The alerts of the last seven days.' },
      {
        formula: '=ROWS(WATCH.ALERTS(TODAY()))-1',
        says: 'How many alerts there are today.',
      },
    ],
  },
  {
    name: 'WATCH.STATUS',
    summary:
      'Returns your watches: next and last run with outcome, rows changed and credits, what is spent, and unseen alerts. Free; never sends a request for data.',
    arguments: [],
    result: 'matrix',
    examples: [
      { formula: '=WATCH.STATUS()', says: 'One row for each watch.' },
      {
        formula: '=SUM(CHOOSECOLS(WATCH.STATUS(),9))',
        says: 'The credits that all your watches have spent today.',
      },
      {
        formula: '=FILTER(WATCH.STATUS(),CHOOSECOLS(WATCH.STATUS(),2)<>"on")',
        says: 'The headings and the watches that are paused, running or have ended.',
      },
    ],
  },
];
