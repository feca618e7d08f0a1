// Match: which offers of a source are the products of a list. The candidates come from results that are already paid for. One key
// decides, and the next product is there at once.
import { Button, Checkbox, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { cachedOffers, type Offer, type Offers } from '../../excel/workbook/offers';
import type { Ranked } from '../../match';
import { productsIn, readCsv, writeCsv, type OwnProduct } from '../../match/decision';
import { operationIds, operationOf, type OperationId } from '../../operations';
import { isWebAddress } from '../../spill/grid/cards/webAddress';
import { columnReader } from '../../spill/grid/columnReader';
import { BusyButton } from '../controls/busyButton';
import { Choice } from '../controls/choice';
import { FileButton } from '../controls/fileButton';
import { Outcome } from '../controls/failureMessage';
import { usePane } from '../shell/paneContext';
import { saveFile } from '../shell/saveFile';
import { useAttempt } from '../shell/useAttempt';
import { useDraft } from '../shell/useDraft';
import { useVersion } from '../shell/useVersion';
import { cellText } from '../text/cellText';
import { plural } from '../text/words';
import { createSession, undecidedIn, type Session } from './session';
import { useDeciding, type DecidingProperties } from './useDeciding';

const sources = operationIds.filter((id) => operationOf(id).answers === 'many');

/** Ranking ahead stops after this, so that a key press never waits. */
const slice = 12;

export function MatchView() {
  const [operation, setOperation] = useDraft<OperationId>('match source', () => sources[0]!);
  const [items, setItems] = useDraft<readonly OwnProduct[]>('match items', () => []);
  const { workbook } = usePane();
  const { busy, says, attempt } = useAttempt();
  const [isTaken, setTaken] = useState(false);
  const offers = useOffers(operation);
  const take = () =>
    attempt(async () => {
      const selected = await workbook.selection();
      const values = selected && (await workbook.values(selected.address, selected.cell));
      const found = productsIn(values ?? []);
      setItems(found);
      setTaken(true);
      return found.length === 0
        ? 'Select the cells with the names of your products, then try again.'
        : `${plural(found.length, 'product')} from ${selected!.address}.`;
    });
  return (
    <div className="sw-view">
      <h1 className="sw-unseen">Match products</h1>
      <Choice
        label="Source"
        hint="Candidates come from results that are already in this workbook. Matching is free."
        size="medium"
        value={operation}
        choices={sources.map((id) => [id, operationOf(id).title] as const)}
        onChange={(id) => setOperation(id as OperationId)}
      />
      <div className="sw-row">
        <BusyButton busy={busy} size="small" onClick={() => void take()}>
          Use the selected cells
        </BusyButton>
        {items.length > 0 && <span className="sw-small">{plural(items.length, 'product')}</span>}
      </div>
      <p className="sw-small">Select names in one column. A brand and your price may follow to the right.</p>
      <Outcome says={says} />
      {offers && items.length > 0 && (
        <Matching operation={operation} items={items} offers={offers} isTaken={isTaken} />
      )}
      <Transfer />
    </div>
  );
}

/** The offers in the cached results of this workbook, also of those that arrive later. */
function useOffers(operation: OperationId): Offers | undefined {
  const { runtime } = usePane();
  const { engine } = runtime;
  const version = useVersion(
    useCallback(
      (listener: () => void) => engine.subscribe(({ type }) => type === 'ledger' && listener()),
      [engine],
    ),
  );
  const [offers, setOffers] = useState<Offers>();
  useEffect(() => {
    let over = false;
    Promise.all([cachedOffers(runtime, operation), runtime.matches.opened()]).then(
      ([found]) => !over && setOffers(found),
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [runtime, operation, version]);
  return offers;
}

interface MatchingProperties {
  readonly operation: OperationId;
  readonly items: readonly OwnProduct[];
  readonly offers: Offers;
  readonly isTaken: boolean;
}

function Matching({ operation, items, offers, isTaken }: MatchingProperties) {
  const { runtime, now, open } = usePane();
  const { matches } = runtime;
  const session = useMemo(
    () => createSession(operation, items, offers, now),
    [operation, items, offers, now],
  );
  useVersion(useCallback((listener: () => void) => matches.subscribe(listener), [matches]));
  const isReady = useRankedAhead(session);
  if (offers.all.length === 0)
    return (
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>
          There are no results of {operationOf(operation).title} in this workbook yet.{' '}
          <Button size="small" onClick={() => open('build')}>
            Build a formula
          </Button>{' '}
          for your products first. Its price is shown before anything is sent.
        </MessageBarBody>
      </MessageBar>
    );
  return (
    <Deciding
      session={session}
      undecided={undecidedIn(session, matches)}
      isReady={isReady}
      isTaken={isTaken}
    />
  );
}

/** Ranks all items in small steps; true once it is done. */
function useRankedAhead(session: Session): boolean {
  const [done, setDone] = useState<Session>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const step = () => {
      if (session.rankAhead(slice)) timer = setTimeout(step, slice);
      else setDone(session);
    };
    timer = setTimeout(step, 0);
    return () => clearTimeout(timer);
  }, [session]);
  return done === session;
}

function Deciding(properties: DecidingProperties) {
  const { session, undecided } = properties;
  const deciding = useDeciding(properties);
  const { area, certain, says, canUndo, store, takeBack, keyDown } = deciding;
  return (
    <section ref={area} className="sw-stack" aria-label="Decide" tabIndex={-1} onKeyDown={keyDown}>
      <p role="status">
        {session.items.length - undecided.length} of {session.items.length} decided.
      </p>
      <div className="sw-row">
        {certain.length > 0 && (
          <Button
            size="small"
            onClick={() =>
              void store(certain, `${plural(certain.length, 'certain match', 'certain matches')} accepted.`)
            }
          >
            Accept {certain.length} certain
          </Button>
        )}
        <Button size="small" disabledFocusable={!canUndo} onClick={takeBack}>
          Undo (U)
        </Button>
      </div>
      <Outcome says={says} />
      {deciding.item ? (
        <Undecided operation={session.operation} item={deciding.item} deciding={deciding} />
      ) : (
        <p>Every product is decided.</p>
      )}
    </section>
  );
}

interface UndecidedProperties {
  readonly operation: OperationId;
  readonly item: OwnProduct;
  readonly deciding: ReturnType<typeof useDeciding>;
}

function Undecided({ operation, item, deciding }: UndecidedProperties) {
  const { candidates, marked, accept, acceptMarked, postpone, mark } = deciding;
  return (
    <article className="sw-card sw-stack" aria-labelledby="match-item">
      <h2 id="match-item">{item.name}</h2>
      <p className="sw-small">1–9 accepts, Shift+1–9 marks several, N none, L later, U undo.</p>
      {candidates.length === 0 && <p>No candidate is like it.</p>}
      <ol className="sw-list">
        {candidates.map((one, place) => (
          <Candidate
            key={one.candidate.id}
            operation={operation}
            ranked={one}
            place={place}
            isMarked={marked.has(place)}
            onMark={() => mark(place)}
            onAccept={() => accept([one])}
          />
        ))}
      </ol>
      <div className="sw-row">
        {marked.size > 0 && (
          <Button size="small" appearance="primary" onClick={acceptMarked}>
            Accept {marked.size} marked
          </Button>
        )}
        <Button size="small" onClick={() => accept([])}>
          None of these (N)
        </Button>
        <Button size="small" onClick={postpone}>
          Later (L)
        </Button>
      </div>
    </article>
  );
}

interface CandidateProperties {
  readonly operation: OperationId;
  readonly ranked: Ranked<Offer>;
  readonly place: number;
  readonly isMarked: boolean;
  readonly onMark: () => void;
  readonly onAccept: () => void;
}

const priceText = (operation: OperationId, { record }: Offer): string =>
  Object.hasOwn(operationOf(operation).record.fields, 'price')
    ? cellText(
        columnReader(operation, { path: 'price' }, 'labels', { formats: true, convert: true }).read(record),
      )
    : '';

function Candidate({ operation, ranked, place, isMarked, onMark, onAccept }: CandidateProperties) {
  const { candidate, certainty, certain, reasons } = ranked;
  const { image } = candidate.record;
  const says = (good: boolean) => reasons.filter((one) => one.good === good).map((one) => one.says);
  const [fits, not] = [says(true), says(false)];
  return (
    <li className="sw-stack">
      <div className="sw-row">
        {isWebAddress(image) && <img src={image} alt="" width={40} height={40} loading="lazy" />}
        <span>
          {candidate.name} {priceText(operation, candidate)}
        </span>
      </div>
      <p className="sw-small">
        {certain ? 'Certain' : `${Math.round(certainty * 100)} % sure`}
        {fits.length > 0 && `: ${fits.join(', ')}`}
        {not.length > 0 && `. But: ${not.join(', ')}`}
      </p>
      <div className="sw-row">
        <Button size="small" aria-label={`Accept (${place + 1}) ${candidate.name}`} onClick={onAccept}>
          Accept ({place + 1})
        </Button>
        <Checkbox
          label={{ children: 'One of several' }}
          aria-label={`One of several: ${candidate.name}`}
          checked={isMarked}
          onChange={onMark}
        />
      </div>
    </li>
  );
}

/** Decisions out of and into a CSV file. */
function Transfer() {
  const { runtime, now } = usePane();
  const { matches } = runtime;
  useVersion(useCallback((listener: () => void) => matches.subscribe(listener), [matches]));
  const { says, attempt } = useAttempt();
  const take = (file: File) =>
    attempt(async () => {
      const { decisions, wrong } = readCsv(await file.text(), now());
      await matches.decide(decisions);
      const left =
        wrong.length === 0
          ? ''
          : ` Not understood: ${plural(wrong.length, 'row')}, the first is row ${wrong[0]}.`;
      return `${plural(decisions.length, 'decision')} imported.${left}`;
    });
  return (
    <section className="sw-stack" aria-label="Decisions as a file">
      <div className="sw-row">
        <Button
          size="small"
          disabledFocusable={matches.list().length === 0}
          onClick={() =>
            void attempt(() => saveFile('spillway-matches.csv', writeCsv(matches.list()), 'text/csv'))
          }
        >
          Export as CSV
        </Button>
        <FileButton label="Match file" accept=".csv,text/csv" onChoose={(file) => void take(file)} />
      </div>
      <Outcome says={says} />
    </section>
  );
}
