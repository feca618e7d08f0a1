// Offers to fetch candidates for products that have none: the price first, one confirmation, progress and Stop. Nothing is sent before.
import { ProgressBar } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { DataRequest } from '../../engine/request/dataRequest';
import { addSources, type Offers } from '../../excel/workbook/offers';
import type { OwnProduct } from '../../match/decision';
import type { OperationId } from '../../operations';
import { t } from '../../languages/t';
import { Confirmation, OutcomeText, FocusScope, Act } from '../controls/actions';
import { fetchPlanned, planFetch, type FetchPlan } from '../formulas/pricing/fetchPlan';
import { reportText } from '../formulas/pricing/refreshPlan';
import { usePane, useAttempt } from '../shell/usePane';
import { failureText } from '../text/failureText';
import { priceText, shortPrice, plural } from '../text/words';
import { searchesFor, usualSearch, type Search } from './session';

const searchText = ({ cell, count }: Search): string =>
  cell === undefined
    ? t('match.searchedWithoutFilters', { count: plural(count, 'result') })
    : t('match.searchedLike', { cell, count: plural(count, 'result') });

interface Properties {
  readonly operation: OperationId;
  readonly offers: Offers;
  readonly items: readonly OwnProduct[];
  /** There may be new offers. */
  readonly onFetched: () => void;
}

interface Question {
  readonly plan: FetchPlan;
  readonly search: Search;
  /** The products it is about. */
  readonly about: string;
}

export function MissingCandidates({ operation, offers, items, onFetched }: Properties) {
  const { runtime, now } = usePane();
  const { engine } = runtime;
  const { busy, says, attempt, forget } = useAttempt();
  const [question, setAsked] = useState<Question>();
  // What was priced for other products is no price for these.
  const about = items.map(({ name }) => name).join('\n');
  const asked = question?.about === about ? question : undefined;
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number }>();
  const isStopped = useRef(false);
  const take = (requests: readonly DataRequest[]) => {
    addSources(runtime, requests);
    onFetched();
  };
  const price = () =>
    attempt(async () => {
      const search = usualSearch(operation, runtime.cells.uses());
      const requests = searchesFor(items, search);
      const wanted = requests.map((request) => ({ request }));
      const found = await planFetch(engine, wanted, now());
      if (found.quote.toFetch > 0) setAsked({ plan: found, search, about });
      else take(requests);
      return priceText(found.quote, now());
    });
  const fetch = async (shown: FetchPlan): Promise<string> => {
    const isStoppedElsewhere = engine.watchStops();
    isStopped.current = false;
    const requests = shown.requests.map(({ request }) => request);
    setProgress({ done: 0, of: requests.length });
    const count = () => setProgress((old) => old && { ...old, done: old.done + 1 });
    const { responses, failures, spent } = await fetchPlanned(
      { ask: (...given) => engine.ask(...given).finally(count) },
      shown,
      () => isStopped.current || isStoppedElsewhere(),
      () => Promise.resolve(() => !isStopped.current),
    );
    setProgress(undefined);
    take(requests);
    const report = reportText({ fetched: responses.size, failed: failures.size, spent });
    const [first] = failures.values();
    return first === undefined ? report : `${report} ${failureText(first)}`;
  };
  const confirm = (shown: FetchPlan) => {
    setAsked(undefined);
    void attempt(() => fetch(shown));
  };
  const cancel = () => {
    setAsked(undefined);
    forget();
  };
  const products = plural(items.length, 'product');
  // A source that needs more than a name is searched like a formula for it.
  const isSearchable =
    offers.all.length > 0 || searchesFor(items.slice(0, 1), usualSearch(operation, [])).length > 0;
  const isOffered = items.length > 0 && isSearchable && !progress && !asked;
  if (!isOffered && !progress && !asked && says === '') return null;
  return (
    <FocusScope className="sw-card sw-stack">
      {isOffered && <p>{t('match.haveNoCandidate', { products })}</p>}
      <OutcomeText says={question && !asked ? '' : says} />
      {progress && (
        <>
          <ProgressBar value={progress.done / progress.of} aria-label={t('match.findingCandidates')} />
          <p role="status">{t('match.ofFetched', progress)}</p>
          <Act says={t('common.stop')} onClick={() => (isStopped.current = true)} />
        </>
      )}
      {asked ? (
        <Confirmation
          question={t('match.findCandidates')}
          action={t('match.fetch', { price: shortPrice(asked.plan.quote) })}
          onConfirm={() => confirm(asked.plan)}
          onCancel={cancel}
        >
          <p className="sw-small">{searchText(asked.search)}</p>
        </Confirmation>
      ) : (
        isOffered && <Act says={t('match.findCandidatesSeePrice')} busy={busy} onClick={price} />
      )}
    </FocusScope>
  );
}
