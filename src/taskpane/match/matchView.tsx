// Match: which offers of a source are the products of a list. The candidates come from results that are already paid for, or are
// fetched after their price was shown. One key decides, and the next product is there at once.
import { Checkbox } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { cachedOffers, type CachedOffer, type Offers } from '../../excel/workbook/offers';
import type { Ranked } from '../../match';
import { productsIn, readCsv, writeCsv, type OwnProduct } from '../../match/decision';
import { operationIds, operationOf, type OperationId } from '../../operations';
import { isWebAddress } from '../../spill/grid/cards/webAddress';
import { columnReader } from '../../spill/grid/columnReader';
import { joined, named, t } from '../../languages/t';
import { FileButton, NoticeBar, OutcomeText, Act } from '../controls/actions';
import { Choice } from '../controls/fields';
import {
  usePane,
  saveFile,
  useAttempt,
  useDraft,
  useLedgerStore,
  useCounter,
  useVersion,
  useReading,
} from '../shell/usePane';
import { cellText } from '../text/cellText';
import { plural } from '../text/words';
import { createSession, undecidedIn, type Session, withoutCandidates } from './session';
import { MissingCandidates } from './missingCandidates';
import { useTeamMatches } from './teamMatches';
import { useDeciding, type DecidingProperties } from './useDeciding';

const sources = operationIds.filter((id) => operationOf(id).results === 'many');

/** Ranking ahead stops after this, so that a key press never waits. */
const slice = 12;

export function MatchView() {
  const [operation, setOperation] = useDraft<OperationId>('match source', () => sources[0]!);
  const [items, setItems] = useDraft<readonly OwnProduct[]>('match items', () => []);
  const { workbook } = usePane();
  const { busy, says, attempt } = useAttempt();
  const [isTaken, setTaken] = useState(false);
  const [fetched, onFetched] = useCounter();
  const offers = useOffers(operation, fetched);
  const take = () =>
    attempt(async () => {
      const selected = await workbook.selection();
      const values = selected && (await workbook.values(selected.address, selected.cell));
      const found = productsIn(values ?? []);
      setItems(found);
      setTaken(true);
      return found.length === 0
        ? t('match.selectTheCellsWith')
        : t('match.from', { products: plural(found.length, 'product'), address: selected!.address });
    });
  return (
    <div className="sw-view">
      <h1 className="sw-unseen">{t('match.matchProducts')}</h1>
      <Choice
        label={t('common.source')}
        hint={t('match.candidatesComeFromResults')}
        size="medium"
        value={operation}
        choices={sources.map((id) => [id, named(operationOf(id).title)] as const)}
        onChange={setOperation}
      />
      <div className="sw-row">
        <Act says={t('common.useTheSelectedCells')} busy={busy} onClick={take} />
        {items.length > 0 && <span className="sw-small">{plural(items.length, 'product')}</span>}
      </div>
      <p className="sw-small">{t('match.selectNamesInOne')}</p>
      <OutcomeText says={says} />
      {offers && items.length > 0 && (
        <Matching
          key={operation}
          operation={operation}
          items={items}
          offers={offers}
          isTaken={isTaken}
          onFetched={onFetched}
        />
      )}
      <Team operation={operation} items={items} />
      <Transfer />
    </div>
  );
}

/** What others decided about the same products, where a gateway keeps it. */
function Team({ operation, items }: Pick<MatchingProperties, 'operation' | 'items'>) {
  const { offers, take } = useTeamMatches(operation, items);
  const { busy, says, attempt } = useAttempt();
  const count = offers.length;
  const takeOver = () => attempt(take, t('match.takenOver', { decisions: plural(count, 'decision') }));
  return (
    <>
      {count > 0 && (
        <div className="sw-row">
          <span>{t('match.decidedElsewhereOfThis', { products: plural(count, 'product') })}</span>
          <Act says={t('match.takeOver')} busy={busy} onClick={takeOver} />
        </div>
      )}
      <OutcomeText says={says} />
    </>
  );
}

/** The offers in the cached results of this workbook, also of those that arrive later. */
function useOffers(operation: OperationId, fetched: number): Offers | undefined {
  const { runtime } = usePane();
  const version = useVersion(useLedgerStore());
  return useReading(
    useCallback(async () => {
      const [found] = await Promise.all([cachedOffers(runtime, operation), runtime.matches.opened()]);
      return found;
    }, [runtime, operation]),
    version + fetched,
  ).data;
}

interface MatchingProperties {
  readonly operation: OperationId;
  readonly items: readonly OwnProduct[];
  readonly offers: Offers;
  readonly isTaken: boolean;
  readonly onFetched: () => void;
}

function Matching({ operation, items, offers, isTaken, onFetched }: MatchingProperties) {
  const { runtime, now } = usePane();
  const { matches } = runtime;
  const session = useMemo(
    () => createSession(operation, items, offers, now),
    [operation, items, offers, now],
  );
  useVersion(matches);
  const isReady = useRankedAhead(session);
  const undecided = undecidedIn(session, matches);
  const missing = isReady ? withoutCandidates(session, undecided, offers) : [];
  const isNone = offers.all.length === 0;
  return (
    <>
      {isNone && <NoResults operation={operation} />}
      <MissingCandidates items={missing} {...{ operation, offers, onFetched }} />
      {!isNone && <Deciding session={session} undecided={undecided} isReady={isReady} isTaken={isTaken} />}
    </>
  );
}

function NoResults({ operation }: Pick<MatchingProperties, 'operation'>) {
  const { open } = usePane();
  return (
    <NoticeBar
      intent="info"
      says={
        <>
          {t('match.thereAreNoResults', { title: named(operationOf(operation).title) })}{' '}
          <Act says={t('common.buildAFormula')} onClick={() => open('build')} />{' '}
          {t('match.forYourProductsFirst')}
        </>
      }
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
    <section ref={area} className="sw-stack" aria-label={t('match.decide')} tabIndex={-1} onKeyDown={keyDown}>
      <p role="status">
        {t('match.ofDecided', {
          value: session.items.length - undecided.length,
          items: session.items.length,
        })}
      </p>
      <div className="sw-row">
        {certain.length > 0 && (
          <Act
            says={t('match.acceptCertain', { certain: certain.length })}
            onClick={() =>
              store(certain, t('match.accepted', { certainMatchs: plural(certain.length, 'certain match') }))
            }
          />
        )}
        <Act says={t('match.undoU')} isOff={!canUndo} onClick={takeBack} />
      </div>
      <OutcomeText says={says} />
      {deciding.item ? (
        <Undecided operation={session.operation} item={deciding.item} deciding={deciding} />
      ) : (
        <p>{t('match.everyProductIsDecided')}</p>
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
      <p className="sw-small">{t('match.keys')}</p>
      {candidates.length === 0 && <p>{t('match.noCandidateIsLike')}</p>}
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
          <Act says={t('match.acceptMarked', { size: marked.size })} isMain onClick={acceptMarked} />
        )}
        <Act says={t('match.noneOfTheseN')} onClick={() => accept([])} />
        <Act says={t('match.laterL')} onClick={postpone} />
      </div>
    </article>
  );
}

interface CandidateProperties {
  readonly operation: OperationId;
  readonly ranked: Ranked<CachedOffer>;
  readonly place: number;
  readonly isMarked: boolean;
  readonly onMark: () => void;
  readonly onAccept: () => void;
}

const priceText = (operation: OperationId, { record }: CachedOffer): string =>
  Object.hasOwn(operationOf(operation).record.fields, 'price')
    ? cellText(
        columnReader(operation, { path: 'price' }, 'labels', { formats: true, convert: true }).read(record),
      )
    : '';

/** Nothing where the shop does not show it elsewhere. */
function Picture({ address }: { readonly address: string }) {
  const [isMissing, setMissing] = useState(false);
  return isMissing ? null : (
    <img src={address} alt="" width={40} height={40} loading="lazy" onError={() => setMissing(true)} />
  );
}

function Candidate({ operation, ranked, place, isMarked, onMark, onAccept }: CandidateProperties) {
  const { candidate, certainty, certain, reasons } = ranked;
  const { image } = candidate.record;
  const says = (good: boolean) => reasons.filter((one) => one.good === good).map((one) => one.says());
  const [fits, not] = [says(true), says(false)];
  const sure = certain ? t('match.certain') : t('match.sure', { percent: Math.round(certainty * 100) });
  const because = fits.length > 0 ? t('match.because', { sure, reasons: joined('facts', fits) }) : sure;
  return (
    <li className="sw-stack">
      <div className="sw-row">
        {isWebAddress(image) && <Picture key={image} address={image} />}
        <span>
          <bdi>{candidate.name}</bdi> <bdi className="sw-whole">{priceText(operation, candidate)}</bdi>
        </span>
      </div>
      <p className="sw-small">
        {not.length > 0 ? t('match.still', { sure: because, reasons: joined('facts', not) }) : because}
      </p>
      <div className="sw-row">
        <Act
          says={t('match.accept', { number: place + 1 })}
          aria-label={t('match.accept2', { number: place + 1, name: candidate.name })}
          onClick={onAccept}
        />
        <Checkbox
          label={{ children: t('match.oneOfSeveral') }}
          aria-label={t('match.oneOfSeveral2', { name: candidate.name })}
          checked={isMarked}
          onChange={onMark}
        />
      </div>
    </li>
  );
}

function Transfer() {
  const { runtime, now } = usePane();
  const { matches } = runtime;
  useVersion(matches);
  const { says, attempt } = useAttempt();
  const take = (file: File) =>
    attempt(async () => {
      const { decisions, wrong } = readCsv(await file.text(), now());
      await matches.decide(decisions);
      const done = t('match.imported', { decisions: plural(decisions.length, 'decision') });
      const [first] = wrong;
      return first === undefined
        ? done
        : `${done} ${t('match.notUnderstoodTheFirst', { rows: plural(wrong.length, 'row'), first: String(first) })}`;
    });
  return (
    <section className="sw-stack" aria-label={t('match.decisionsAsAFile')}>
      <div className="sw-row">
        <Act
          says={t('common.exportAsCsv')}
          isOff={matches.list().length === 0}
          onClick={() =>
            attempt(() => saveFile('spillway-matches.csv', writeCsv(matches.list()), 'text/csv'))
          }
        />
        <FileButton
          label={t('match.matchFile')}
          accept=".csv,text/csv"
          onChoose={(file) => void take(file)}
        />
      </div>
      <OutcomeText says={says} />
    </section>
  );
}
