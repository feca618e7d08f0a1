// Refresh, with its price before anything runs.
import { Button, Field, Select, Spinner } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Quote } from '../../engine/engine';
import type { Scope } from '../../excel/workbook/workbook';
import { useSets } from '../shell/useSets';
import { FocusScope } from '../controls/focusScope';
import { usePane } from '../shell/paneContext';
import { useAttempt } from '../shell/useAttempt';
import { useDraft } from '../shell/useDraft';
import { credits, plural } from '../text/words';
import { planRefresh, type RefreshPlan, type RefreshWish } from './refreshPlan';

const day = 86_400_000;
const scopes: Readonly<Record<Scope, string>> = {
  cell: 'This cell',
  selection: 'Selected cells',
  sheet: 'This sheet',
  workbook: 'Whole workbook',
};
const choices = [
  { id: 'all', label: 'Everything' },
  { id: 'failed', label: 'Only what failed' },
  { id: `older ${day / 24}`, label: 'Older than 1 hour' },
  { id: `older ${day}`, label: 'Older than 1 day' },
  { id: `older ${7 * day}`, label: 'Older than 7 days' },
  { id: `older ${30 * day}`, label: 'Older than 30 days' },
] as const;

const wishOf = (scope: Scope, choice: string): RefreshWish => {
  const [only = 'all', age = '0'] = choice.split(' ');
  return { scope, only: only as RefreshWish['only'], age: Number(age) };
};

interface Planned {
  readonly plan: RefreshPlan;
  readonly quote: Quote;
}

export function RefreshCard() {
  const { runtime, workbook, now } = usePane();
  const sets = useSets();
  const [scope, setScope] = useDraft<Scope>('refresh scope', () => 'cell');
  const [choice, setChoice] = useDraft<string>('refresh choice', () => 'all');
  const [planned, setPlanned] = useState<Planned>();
  const { busy, says, attempt, forget } = useAttempt();
  const price = () =>
    attempt(async () => {
      const plan = await planRefresh(wishOf(scope, choice), {
        workbook,
        cells: runtime.cells,
        engine: runtime.engine,
        sets,
        wireNames: runtime.settings.current().wireNames,
        now: now(),
      });
      const quote = await runtime.engine.quote(plan.requests, true);
      setPlanned(plan.requests.length > 0 ? { plan, quote } : undefined);
      return planText(plan, quote);
    });
  const run = ({ plan }: Planned) =>
    attempt(async () => {
      setPlanned(undefined);
      const report = await runtime.engine.refresh(plan.requests, plan.cells);
      const failed = report.failed > 0 ? `, ${report.failed} failed` : '';
      return `${report.fetched} fetched${failed}, ${credits(report.spent)} spent.`;
    });
  const change = (set: () => void) => {
    set();
    setPlanned(undefined);
    forget();
  };
  return (
    <section className="sw-card sw-stack" aria-labelledby="refresh-title">
      <h2 id="refresh-title">Refresh</h2>
      <div className="sw-two">
        <Field label="Where">
          <Select
            size="small"
            value={scope}
            onChange={(_event, { value }) => change(() => setScope(value as Scope))}
          >
            {Object.entries(scopes).map(([id, label]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="What">
          <Select
            size="small"
            value={choice}
            onChange={(_event, { value }) => change(() => setChoice(value))}
          >
            {choices.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {says && <p>{says}</p>}
      <FocusScope className="sw-row">
        {planned ? (
          <>
            <Button
              appearance="primary"
              autoFocus
              icon={<ArrowSyncRegular />}
              onClick={() => void run(planned)}
            >
              Refresh, {credits(planned.quote.credits)}
            </Button>
            <Button onClick={() => change(() => undefined)}>Cancel</Button>
          </>
        ) : (
          <Button
            disabledFocusable={busy}
            {...(busy && { icon: <Spinner size="tiny" /> })}
            onClick={() => void price()}
          >
            Show the price
          </Button>
        )}
      </FocusScope>
    </section>
  );
}

function planText({ cells, requests, unknown }: RefreshPlan, quote: Quote): string {
  const rest =
    unknown.length > 0
      ? ` ${plural(unknown.length, 'cell')} could not be read and will be left as they are.`
      : '';
  if (requests.length === 0) return `Nothing to refresh there.${rest}`;
  return `${plural(cells.length, 'cell')}, ${plural(requests.length, 'request')}: ${credits(quote.credits)}.${rest}`;
}
