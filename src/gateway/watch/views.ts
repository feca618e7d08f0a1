// What the cells that ask for a response show of it: the results that meet the conditions of their formulas, that were accepted in
// Match, up to their count. Alerts are about these, so that no figure in one differs from the sheet. What cannot be told here is
// said in the list of watches, and raises no alert.
import { decisionKey } from '../../match/decision';
import type { OperationId } from '../../operations';
import type { WatchedProduct, WatchedView, WatchForm } from '../../protocol/watches';
import { InputFault } from '../../spill/inputFault';
import { readConditions, type Condition } from '../../spill/where/condition';
import { checkCondition, selector } from '../../spill/where/select';
import { itemIn, shortHash, type Reading } from './reading';
import { storedRequest } from './watchForm';

/** A response, or a part of it that cells show. */
export interface PlacedReading {
  readonly reading: Reading;
  readonly cell: string | undefined;
}

/** What could not be told from the last response of a list, and why. */
export interface Blind {
  readonly list: string;
  readonly cell: string;
  readonly why: string;
}

/** What is known of one's own product that the response is about. */
type Decided = Pick<WatchedProduct, 'accepted'> | undefined;

const undecided = 'This product is not decided in Match.';

/** Why a limit says nothing about a price. */
export const otherCurrency = (currency: string, usual: string): string =>
  `Some prices are in ${currency}, and the condition is in ${usual}. Change the condition.`;

/** Why a figure cannot be told. */
export const severalCurrencies = (currencies: readonly string[]): string =>
  `The results are in ${currencies.join(', ')}, which cannot be compared.`;

/** The condition of a view, if it has one. Throws InputFault. */
function conditionOf(operation: OperationId, { where = [] }: WatchedView): Condition | undefined {
  const condition = readConditions(operation, where);
  if (condition) checkCondition(operation, condition);
  return condition;
}

/** Why nothing can be told about what a formula shows, whatever the response is. */
function blindTo(operation: OperationId, view: WatchedView, own: Decided): string | undefined {
  if (view.matched && own?.accepted === undefined) return undecided;
  try {
    conditionOf(operation, view);
    return undefined;
  } catch (error) {
    return error instanceof InputFault ? error.message : 'The gateway cannot read its condition.';
  }
}

/** What a formula shows of a response; a sentence where that cannot be told. */
function shownIn(reading: Reading, view: WatchedView, own: Decided): Reading | string {
  const { operation, list, rows, all } = reading;
  const { cell: _cell, ...choice } = view;
  const blind = blindTo(operation, view, own);
  if (blind !== undefined) return blind;
  const { count = Infinity, matched } = view;
  const isOffered = ({ id, place }: Reading['all'][number]) =>
    place < count && (!matched || own?.accepted?.includes(id) === true);
  const offered = all.filter(isOffered);
  const condition = conditionOf(operation, view);
  const { records, fault } = condition
    ? selector(operation, condition)(offered.map(({ record }) => record))
    : { records: undefined, fault: undefined };
  if (fault) return fault.message;
  const kept = new Set<unknown>(records ?? offered.map(({ record }) => record));
  return {
    ...reading,
    list: shortHash(`${list} ${JSON.stringify(choice)}`, 8),
    asked: view.count ?? reading.asked,
    all: offered.filter(({ record }) => kept.has(record)),
    rows: rows.filter(({ record }) => kept.has(record)),
    listed: rows.map(({ id }) => id),
  };
}

/** The parts of a response that cells show; none where they show all of it. */
export function sheetsOf(
  reading: Reading,
  { cell, views }: { readonly cell: string | undefined; readonly views?: readonly WatchedView[] | undefined },
  product: WatchedProduct | undefined,
): { readonly sheets: readonly PlacedReading[] | undefined; readonly blind: readonly Blind[] } {
  const sheets: PlacedReading[] = [];
  const blind: Blind[] = [];
  for (const view of views ?? []) {
    const place = view.cell ?? cell;
    const shown = shownIn(reading, view, product);
    if (typeof shown !== 'string') sheets.push({ reading: shown, cell: place });
    // What does not depend on the response is told as it is at any time.
    else if (blindTo(reading.operation, view, product) === undefined)
      blind.push({ list: reading.list, cell: place ?? '', why: shown });
  }
  return { sheets: views && sheets, blind };
}

interface Watched extends Pick<WatchForm, 'requests' | 'conditions' | 'ownConditions' | 'ownProducts'> {
  readonly blind?: readonly Blind[] | undefined;
}

/** The cells about which it cannot alert, and why: it never alerts on another figure instead. */
export function blindSpots(watch: Watched): readonly { readonly cell: string; readonly why: string }[] {
  const { conditions = [], ownConditions = [], requests, blind = [] } = watch;
  if (conditions.length === 0 && !ownConditions.some(({ kind }) => kind === 'cheaper')) return [];
  const always = requests.flatMap((request) => {
    const { operation, views = [] } = request;
    const wire = views.some(({ matched }) => matched) ? storedRequest(request) : undefined;
    // Its runs say why it is not sent.
    if (wire && 'refused' in wire) return [];
    const product = wire && productOf(watch, { operation, item: itemIn(operation, wire.params) });
    return views.flatMap((view) => {
      const why = blindTo(operation, view, product);
      return why === undefined ? [] : [{ cell: view.cell ?? request.cell ?? '', why }];
    });
  });
  return [...always, ...blind.map(({ cell, why }) => ({ cell, why }))];
}

/** One's own product that a response is about. */
export function productOf(
  { ownProducts = [] }: Pick<WatchForm, 'ownProducts'>,
  asked: Pick<Reading, 'operation' | 'item'>,
): WatchedProduct | undefined {
  const wanted = decisionKey(asked);
  return ownProducts.find((own) => decisionKey(own) === wanted);
}
