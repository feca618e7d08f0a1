// Refresh, with its price before anything runs.
import type { Quote } from '../../engine/engine';
import { notDueYet } from '../../excel/history/notDue';
import type { Scope } from '../../excel/workbook/workbook';
import { joined, said, t, texts } from '../../languages/t';
import { Act, Card, Confirmation, FocusScope, OutcomeText } from '../controls/actions';
import { Choice } from '../controls/fields';
import { usePane, useAttempt, useDraft, useRefreshParts, useStateAbout } from '../shell/usePane';
import { credits } from '../text/words';
import {
  isSamePlan,
  planRefresh,
  planText,
  refreshChoices,
  reportText,
  scopeLabels,
  wishOf,
  type RefreshPlan,
} from '../formulas/pricing/refreshPlan';

interface Planned {
  readonly plan: RefreshPlan;
  readonly quote: Quote;
}

export function RefreshCard() {
  const { runtime, now } = usePane();
  const [scope, setScope] = useDraft<Scope>('refresh scope', () => 'cell');
  const [choice, setChoice] = useDraft<string>('refresh choice', () => 'all');
  const [planned, setPlanned] = useStateAbout<Planned>(`${scope} ${choice}`);
  const { busy, says, attempt, forget } = useAttempt();
  const parts = useRefreshParts();
  /** For what is selected when it is called. */
  const planNow = async (): Promise<Planned> => {
    const plan = await planRefresh(wishOf(scope, choice), parts());
    return { plan, quote: await runtime.engine.quote(plan.requests, true) };
  };
  const show = async ({ plan, quote }: Planned, before = ''): Promise<string> => {
    const early = await notDueYet(runtime.engine, plan.requests, now());
    const isAsked = setPlanned(plan.requests.length > 0 ? { plan, quote } : undefined);
    return isAsked ? joined('sentences', [before, planText(plan, quote), early && said(early)]) : before;
  };
  const price = () => attempt(async () => show(await planNow()));
  /** The selection, and what its cells ask for, may have changed since the price was shown. */
  const run = (shown: Planned) =>
    attempt(async () => {
      const isStopped = runtime.engine.watchStops();
      const planned = await planNow();
      if (!isSamePlan(planned.plan, shown.plan) || planned.quote.credits > shown.quote.credits)
        return show(planned, t('activity.theCellsHaveChanged'));
      setPlanned(undefined);
      const report = await runtime.engine.refresh(planned.plan.requests, planned.plan.cells, isStopped);
      return reportText(report);
    });
  const change = (set: () => void) => {
    set();
    setPlanned(undefined);
    forget();
  };
  return (
    <Card title={t('common.refresh')}>
      <div className="sw-two">
        <Choice
          label={t('common.cells')}
          value={scope}
          choices={texts(scopeLabels)}
          onChange={(value) => change(() => setScope(value))}
        />
        <Choice
          label={t('common.results')}
          value={choice}
          choices={texts(refreshChoices)}
          onChange={(value) => change(() => setChoice(value))}
        />
      </div>
      <OutcomeText says={says} />
      <FocusScope className="sw-row">
        {planned ? (
          <Confirmation
            question={t('common.refresh')}
            action={t('activity.refresh2', { credits: credits(planned.quote.credits) })}
            onConfirm={() => run(planned)}
            onCancel={() => change(() => undefined)}
          />
        ) : (
          <Act says={t('activity.showPrice')} busy={busy} onClick={price} />
        )}
      </FocusScope>
    </Card>
  );
}
