// A paid search for what a field of the form takes: the request that the form makes already, without this field. Its results are kept,
// so the formula that is built finds them, and every later form suggests them free.
import { useCallback, useRef } from 'react';
import type { Quote } from '../../engine/engine';
import type { DataRequest } from '../../engine/request/dataRequest';
import { t } from '../../languages/t';
import { OutcomeText, Act } from '../controls/actions';
import { fetchPlanned } from '../formulas/pricing/fetchPlan';
import { reportText } from '../formulas/pricing/refreshPlan';
import { usePane, useAttempt, useLedgerData } from '../shell/usePane';
import { failureText } from '../text/failureText';
import { shortPrice } from '../text/words';

/** Nothing is sent before the button with the price is selected; where the response is there already, there is no button. */
export function Lookup({ request, label }: { readonly request: DataRequest; readonly label: string }) {
  const { engine } = usePane().runtime;
  const { busy, says, attempt } = useAttempt();
  const latest = useRef(request);
  latest.current = request;
  const quote = useLedgerData(
    useCallback(() => engine.quote([latest.current]), [engine]),
    undefined,
  );
  const isOffered = quote !== undefined && quote.toFetch > 0;
  const fetch = (shown: Quote) =>
    attempt(async () => {
      const plan = { requests: [{ request, credits: shown.credits }], quote: shown };
      const { responses, failures, spent } = await fetchPlanned(engine, plan, engine.watchStops());
      const [failed] = failures.values();
      const report = reportText({ fetched: responses.size, failed: failures.size, spent });
      return failed === undefined ? report : `${report} ${failureText(failed)}`;
    });
  if (!isOffered && says === '') return null;
  return (
    <div>
      {isOffered && (
        <Act
          says={t('build.lookUp', { label, price: shortPrice(quote) })}
          busy={busy}
          onClick={() => fetch(quote)}
        />
      )}
      <OutcomeText says={says} />
    </div>
  );
}
