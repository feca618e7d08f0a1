// Start: finished workbooks to begin with. A card says what it makes, what it needs and what filling it costs.
import { useState, type ReactElement } from 'react';
import { frozenFormulas } from '../../excel/freezing/relinking';
import type { BuiltTemplate } from '../../excel/templates/excelTemplates';
import { toTemplate } from '../../excel/templates/own/toTemplate';
import type { Template } from '../../templates/template';
import { templates } from '../../templates/templates';
import { joined, named, t } from '../../languages/t';
import { Act, Confirmation, FocusScope, OutcomeText } from '../controls/actions';
import { HandOver } from '../controls/handOver';
import type { FetchPlan } from '../formulas/pricing/fetchPlan';
import { sharingWanted, usePane, useAttempt, useReading } from '../shell/usePane';

import { plural, shortPrice } from '../text/words';
import { fillPlanText, sheetNames, priceLine } from './fillPlan';
import { LookSection } from './lookSection';
import { OwnSection, useOwnTemplates } from './ownSection';
import { useTemplates, type Templates } from './useTemplates';
import { templateIn } from '../../excel/templates/templateTexts';
import { Choice } from '../controls/fields';

interface Properties {
  readonly variants: readonly Template[];
  readonly host: Templates;
}

function TemplateCard({ variants, host }: Properties) {
  const [chosen, setChosen] = useState(variants[0]?.id);
  const [asking, setAsking] = useState(false);
  const { busy, says, attempt, forget } = useAttempt();
  const template = variants.find(({ id }) => id === chosen) ?? variants[0];
  if (!template) return null;
  const title = named(template.title);
  const add = () => {
    setAsking(false);
    void attempt(() => host.add(templateIn(named, template)));
  };
  return (
    <article className="sw-card sw-template" aria-label={title}>
      <div className="sw-templateHead">
        <TemplatePicture title={template.title} />
        <div>
          <h2>{title}</h2>
          <p>{named(template.sentence)}</p>
        </div>
      </div>
      <p className="sw-small">
        <b>{t('start.needs')}</b> {named(template.needs)} <b>{t('start.filling')}</b> {priceLine(template)}
      </p>
      {variants.length > 1 && (
        <Choice
          label={t('start.sourceOf', { title })}
          isLabelHidden
          value={template.id}
          choices={variants.map(({ id, variant = '' }) => [id, named(variant)] as const)}
          onChange={setChosen}
        />
      )}
      <OutcomeText says={says} />
      <FocusScope className="sw-row">
        {asking ? (
          <Confirmation
            question={t('start.use', { title })}
            action={t('start.addSheets')}
            onConfirm={add}
            onCancel={() => setAsking(false)}
          >
            <p className="sw-small">
              {t('start.addsFree', {
                sheets: plural(template.sheets.length, 'sheet'),
                sheets2: sheetNames(template),
              })}
            </p>
          </Confirmation>
        ) : (
          <Act
            says={t('common.use')}
            busy={busy}
            aria-label={t('start.use', { title })}
            onClick={() => {
              // What came of the last use is over.
              forget();
              setAsking(true);
            }}
          />
        )}
      </FocusScope>
    </article>
  );
}

const table = (rows: number) => (
  <>
    <rect x="6" y="8" width="84" height="8" rx="1" fill="var(--colorBrandBackground)" />
    {Array.from({ length: rows }, (_, row) => (
      <rect key={row} x="6" y={20 + row * 7} width={row % 2 ? 76 : 84} height="3" fill="var(--sw-saved)" />
    ))}
  </>
);

const bars = (heights: readonly number[], base: number) =>
  heights.map((height, index) => (
    <rect
      key={index}
      x={10 + index * 14}
      y={base - height}
      width="9"
      height={height}
      fill={index % 2 ? 'var(--sw-saved)' : 'var(--colorBrandBackground)'}
    />
  ));

const heat = ['#63be7b', '#ffeb84', '#f8696b', '#b1d580', '#fbaa77', '#63be7b', '#ffeb84', '#b1d580'];

const pictures: Readonly<Record<string, ReactElement>> = {
  'Price monitor': (
    <>
      {table(2)}
      {bars([18, 24, 14, 26, 20, 12], 64)}
    </>
  ),
  'Valuation comparison': (
    <>
      {table(2)}
      {[14, 26, 34, 48, 57, 74].map((x, index) => (
        <circle key={x} cx={x} cy={58 - ((index * 7) % 20)} r="3" fill="var(--colorBrandBackground)" />
      ))}
    </>
  ),
  'Trip planner': (
    <>
      {table(1)}
      {heat.map((color, index) => (
        <rect
          key={index}
          x={8 + (index % 4) * 21}
          y={30 + Math.floor(index / 4) * 17}
          width="19"
          height="15"
          fill={color}
        />
      ))}
    </>
  ),
  'Supplier list': table(6),
  'Employer profiles': (
    <>
      {table(1)}
      {[60, 44, 70, 30].map((width, row) => (
        <rect key={row} x="6" y={30 + row * 9} width={width} height="6" fill="var(--colorBrandBackground)" />
      ))}
    </>
  ),
  'Assortment check': (
    <>
      {table(1)}
      {bars([30, 12, 22, 8, 26, 16], 66)}
    </>
  ),
};

/** What a template looks like, drawn with a few shapes in the colours of the theme. */
const TemplatePicture = ({ title }: { readonly title: string }) => (
  <svg className="sw-picture" viewBox="0 0 96 72" aria-hidden="true">
    <rect x="0.5" y="0.5" width="95" height="71" rx="3" fill="none" stroke="var(--colorNeutralStroke2)" />
    {pictures[title] ?? table(6)}
  </svg>
);

/** Templates that differ in their source only are one card. */
const cards = Object.values(
  templates.reduce<Record<string, Template[]>>((all, template) => {
    (all[template.title] ??= []).push(template);
    return all;
  }, {}),
);

export function StartView() {
  const host = useTemplates();
  const own = useOwnTemplates();
  const every = [...templates, ...own.all.map(({ id, template }) => toTemplate(id, template))];
  const known = host.built.flatMap((built) => {
    const template = every.find(({ id }) => id === built.template);
    return template ? [{ built, template }] : [];
  });
  return (
    <div className="sw-view">
      <h1>{t('start.startWithAFinished')}</h1>
      <p className="sw-small">{t('start.eachTemplateAddsSheets')}</p>
      <FrozenNotice />
      {known.length > 0 && (
        <section className="sw-stack" aria-label={t('start.templatesInThisWorkbook')}>
          <h2>{t('start.inThisWorkbook')}</h2>
          {known.map(({ built, template }) => (
            <BuiltCard key={built.sheets[0]?.id} built={built} template={template} host={host} />
          ))}
        </section>
      )}
      <LookSection />
      <section className="sw-stack" aria-label={t('start.templates')}>
        {cards.map((variants) => (
          <TemplateCard key={variants[0]?.title} variants={variants} host={host} />
        ))}
      </section>
      <OwnSection own={own} host={host} />
    </div>
  );
}

interface BuiltProperties {
  readonly built: BuiltTemplate;
  readonly template: Template;
  readonly host: Templates;
}

type Question = { readonly kind: 'fill'; readonly plan: FetchPlan } | { readonly kind: 'remove' };

/** A template that is in the workbook: fill it, after its price was shown, or take it out again. */
function BuiltCard({ built, template, host }: BuiltProperties) {
  const [question, setQuestion] = useState<Question>();
  const { busy, says, attempt, forget } = useAttempt();
  const sheets = sheetNames(built);
  const title = joined('label', [named(template.title), sheets]);
  const price = () =>
    attempt(async () => {
      const plan = await host.price(template, built);
      if (plan.quote.requests > 0) setQuestion({ kind: 'fill', plan });
      return fillPlanText(plan);
    });
  const fill = (plan: FetchPlan) => {
    setQuestion(undefined);
    void attempt(async () => {
      const outcome = await host.fill(template, built, plan);
      if (typeof outcome === 'string') return outcome;
      setQuestion({ kind: 'fill', plan: outcome });
      return t('start.thePriceChangedSo', { plan: fillPlanText(outcome) });
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
    <article className="sw-card sw-template" aria-label={title}>
      <h2>{named(template.title)}</h2>
      <p className="sw-small">{sheets}</p>
      <OutcomeText says={says} />
      {busy && <HandOver />}
      <FocusScope className="sw-row">
        {question ? (
          <Confirmation
            question={title}
            {...(question.kind === 'fill'
              ? {
                  action: t('start.fill', { price: shortPrice(question.plan.quote) }),
                  onConfirm: () => fill(question.plan),
                }
              : { action: t('start.deleteSheets'), onConfirm: remove })}
            onCancel={cancel}
          >
            {question.kind === 'remove' && <p>{t('start.deletesWithEverythingOn', { sheets })}</p>}
          </Confirmation>
        ) : (
          <>
            <Act says={t('start.fillWithLiveData')} isMain busy={busy} onClick={price} />
            {template.matching && (
              <Act
                says={t('start.matchProducts')}
                isOff={busy}
                onClick={() => attempt(() => host.matchProducts(template, built))}
              />
            )}
            <Act says={t('common.remove')} isOff={busy} onClick={() => setQuestion({ kind: 'remove' })} />
          </>
        )}
      </FocusScope>
    </article>
  );
}

const readFrozen = () => frozenFormulas('workbook');

/** A workbook that someone froze says so where a person begins: its formulas can be live again. */
function FrozenNotice() {
  const { drafts, open } = usePane();
  // Where Excel is busy, or has no custom XML parts, there is nothing to say.
  const frozen = useReading(readFrozen).data?.ready.length ?? 0;
  if (frozen === 0) return null;
  return (
    <section className="sw-card sw-stack" aria-label={t('start.frozenFormulas')}>
      <p>{t('start.thisWorkbookHasValues', { frozenFormulas: plural(frozen, 'frozen formula') })}</p>
      <Act
        says={t('start.relink')}
        onClick={() => {
          drafts.write(sharingWanted, true);
          open('settings');
        }}
      />
    </section>
  );
}
