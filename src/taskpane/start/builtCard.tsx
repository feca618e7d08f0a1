// A template that is in the workbook: fill it, after its price was shown, or take it out again.
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import type { BuiltTemplate } from '../../excel/templates/builtTemplate';
import type { Template } from '../../templates/template';
import { BusyButton } from '../controls/busyButton';
import { FocusScope } from '../controls/focusScope';
import { useAttempt } from '../shell/useAttempt';
import { shortPrice } from '../text/price';
import type { FetchPlan } from '../formulas/pricing/fetchPlan';
import { planText } from './fillPlan';
import type { Templates } from './useTemplates';

interface Properties {
  readonly built: BuiltTemplate;
  readonly template: Template;
  readonly host: Templates;
}

type Question = { readonly kind: 'fill'; readonly plan: FetchPlan } | { readonly kind: 'remove' };

export function BuiltCard({ built, template, host }: Properties) {
  const [question, setQuestion] = useState<Question>();
  const { busy, says, attempt, forget } = useAttempt();
  const sheets = built.sheets.map(({ name }) => name).join(', ');
  const price = () =>
    attempt(async () => {
      const plan = await host.price(template, built);
      if (plan.quote.requests > 0) setQuestion({ kind: 'fill', plan });
      return planText(plan);
    });
  const fill = (plan: FetchPlan) => {
    setQuestion(undefined);
    void attempt(async () => {
      const outcome = await host.fill(template, built, plan);
      if (typeof outcome === 'string') return outcome;
      setQuestion({ kind: 'fill', plan: outcome });
      return `The price changed, so nothing was sent. ${planText(outcome)}`;
    });
  };
  const remove = () => {
    setQuestion(undefined);
    void attempt(() => host.remove(built));
  };
  const cancel = () => {
    setQuestion(undefined);
    forget();
  };
  return (
    <article className="sw-card sw-template" aria-label={`${template.title}: ${sheets}`}>
      <h2>{template.title}</h2>
      <p className="sw-small">{sheets}</p>
      {says && <p role="status">{says}</p>}
      {question?.kind === 'remove' && <p>Deletes {sheets}, with everything on them.</p>}
      <FocusScope className="sw-row">
        {question ? (
          <>
            {question.kind === 'fill' ? (
              <Button size="small" appearance="primary" onClick={() => fill(question.plan)}>
                Fill ({shortPrice(question.plan.quote)})
              </Button>
            ) : (
              <Button size="small" appearance="primary" onClick={remove}>
                Delete sheets
              </Button>
            )}
            <Button size="small" onClick={cancel}>
              Cancel
            </Button>
          </>
        ) : (
          <>
            <BusyButton size="small" appearance="primary" busy={busy} onClick={() => void price()}>
              Fill with live data
            </BusyButton>
            <Button size="small" disabledFocusable={busy} onClick={() => setQuestion({ kind: 'remove' })}>
              Remove
            </Button>
          </>
        )}
      </FocusScope>
    </article>
  );
}
