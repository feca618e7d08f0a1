// The grid of any formula, with cards in its first column and pictures where the formula asks for them and this Excel can show
// them. The plain grid is made first: a card never takes the place of a row, and without cards every cell is as it would be.
import { labelled } from '../../../languages/labels';
import { operationOf, cost } from '../../../operations';
import type { RichCell, CardCell, WebImage } from '../../cell';
import { hasFigures, isStar } from '../../read/options/columns';
import type { Formula, FormulaItem } from '../../read/formula/formula';
import { fit } from '../../inputFault';
import { sayWhere } from '../../where/say';
import { resolveField } from '../columnReader';
import { soleField } from '../fieldReader';
import type { Decorate, Grid, GridHost, Outcomes } from '../grid';
import { gridOf } from '../gridOf';
import { textOf, type JsonObject } from '../readable';
import { cardMaker } from './card';
import { isWebAddress } from './webAddress';
import { bytesOf } from '../payload';

// How many cards and pictures fit beside the plain values: Excel refuses a result above 5 MB whole, and on the web it becomes slow
// with thousands of cards. Their size is estimated as if all text were ASCII, and corrected by the true size of a sample.

/** Records whose cells carry a card or a picture. */
export const mostCards = 2_000;
/** Looked at whole: the first ones, every fiftieth, and all that are long. */
const [first, every, long] = [4, 50, 6_000];

class CardRoom {
  private taken = 0;
  private estimated = 1;
  private measured = 1;

  constructor(private bytes: number) {}

  takes(value: CardCell | WebImage, estimate: number): boolean {
    if (this.taken < first || this.taken % every === 0 || estimate > long) {
      this.estimated += estimate;
      this.measured += bytesOf(JSON.stringify(value));
    }
    const bytes = estimate * Math.max(1, this.measured / this.estimated);
    if (bytes > this.bytes) return false;
    this.bytes -= bytes;
    this.taken++;
    return true;
  }
}

const longestAlternative = 255;
const aroundImage = '{"type":"WebImage","address":"","altText":""}'.length;

export interface RichGrid extends Omit<Grid, 'cells'> {
  readonly cells: RichCell[][];
}

export interface RichHost extends Pick<GridHost, 'acceptedOf'> {
  readonly formats: boolean;
  readonly cards: boolean;
}

const isPicture = ({ operation }: Formula, path: string): boolean =>
  resolveField(operationOf(operation).record, path.split('.')).field?.kind === 'image';

/** With a column for the pictures of the records, unless one is named. */
export function withPictures(formula: Formula): Formula {
  const { operation, view, matrix } = formula;
  const { columns: usual, record } = operationOf(operation);
  if (!view.images || matrix || hasFigures(view.columns)) return formula;
  const columns = view.columns.length > 0 ? view.columns : usual.map((path) => ({ path }));
  if (columns.some((column) => isStar(column) || isPicture(formula, column.path))) return formula;
  const path = Object.keys(record.fields).find((name) => record.fields[name]!.kind === 'image');
  return path === undefined ? formula : { ...formula, view: { ...view, columns: [...columns, { path }] } };
}

/** What the response cost when it was fetched. */
function requestPrice({ operation }: Formula, item: FormulaItem): string {
  const count = item.state === 'request' ? item.params['count'] : undefined;
  const credits = cost(operation, typeof count === 'number' ? count : undefined);
  const price = sayWhere('credits', { count: credits });
  return typeof count === 'number' ? sayWhere('priceFor', { price, count }) : price;
}

function decorator(formula: Formula, host: RichHost): Decorate {
  const { view, operation } = formula;
  const { record, title } = operationOf(operation);
  const sole = soleField(record);
  const nameOf = (one: JsonObject): string =>
    fit((sole === undefined ? '' : textOf(one[sole])) || labelled(title), longestAlternative);
  const makeCard =
    view.cards && host.cards
      ? cardMaker(operationOf(operation), (item) => requestPrice(formula, item))
      : undefined;

  return (sources, columns, bytes) => {
    const room = new CardRoom(bytes);
    const pictures =
      view.images && host.formats
        ? columns.flatMap(({ path }, place) => (isPicture(formula, path) ? [place] : []))
        : [];
    const carrying = columns.findIndex((_, place) => !pictures.includes(place));
    let shown = 0;
    // A record has its card and its pictures, or neither.
    const decorate = ({ row, at, record: one, origin }: (typeof sources)[number]): boolean => {
      const cells: RichCell[] = row;
      const cell = row[at + carrying];
      const made = makeCard && cell !== undefined ? makeCard(cell, one, origin) : undefined;
      if (made && !room.takes(made.card, made.bytes)) return false;
      for (const place of pictures) {
        const address = row[at + place];
        if (!isWebAddress(address)) continue;
        const image = { type: 'WebImage', address, altText: nameOf(one) } as const;
        // Its address is already counted, as text.
        if (!room.takes(image, aroundImage + image.altText.length)) return false;
        cells[at + place] = image;
      }
      if (made) cells[at + carrying] = made.card;
      return true;
    };
    while (shown < Math.min(sources.length, mostCards) && decorate(sources[shown]!)) shown++;
    if (shown === sources.length || (pictures.length === 0 && !makeCard)) return [];
    const says = sayWhere(makeCard ? 'cards' : 'pictures', { shown, of: sources.length });
    const { row } = sources[shown]!;
    const from = row.at(-1);
    if (view.stamp && typeof from === 'string') row[row.length - 1] = `${from}: ${says}`;
    return [says];
  };
}

export function richGrid(formula: Formula, outcomes: Outcomes, host: RichHost): RichGrid {
  const { cards, images } = formula.view;
  if (!cards && !images) return gridOf(formula, outcomes, host);
  const shown = withPictures(formula);
  return gridOf(shown, outcomes, { ...host, decorate: decorator(shown, host) });
}
