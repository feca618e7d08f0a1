// One template: what it makes, what it needs, what it costs; and a question before sheets are added.
import { Button } from '@fluentui/react-components';
import { useState, type ReactElement } from 'react';
import type { Template } from '../../templates/template';
import { templateIn } from '../../excel/templates/templateTexts';
import { named, t } from '../../languages/t';
import { BusyButton } from '../controls/busyButton';
import { Choice } from '../controls/choice';
import { Outcome } from '../controls/failureMessage';
import { FocusScope } from '../controls/focusScope';
import { useAttempt } from '../shell/useAttempt';
import { plural } from '../text/words';
import { priceLine } from './templatePrice';
import type { Templates } from './useTemplates';
import { sheetNames } from './fillPlan';

interface Properties {
  readonly variants: readonly Template[];
  readonly host: Templates;
}

export function TemplateCard({ variants, host }: Properties) {
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
      <Outcome says={says} />
      <FocusScope className="sw-row">
        {asking ? (
          <>
            <p className="sw-small">
              {t('start.addsFree', {
                sheets: plural(template.sheets.length, 'sheet'),
                sheets2: sheetNames(template),
              })}
            </p>
            <Button size="small" appearance="primary" onClick={add}>
              {t('start.addSheets')}
            </Button>
            <Button size="small" onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
          </>
        ) : (
          <BusyButton
            size="small"
            busy={busy}
            aria-label={t('start.use', { title })}
            onClick={() => {
              // What came of the last use is over.
              forget();
              setAsking(true);
            }}
          >
            {t('common.use')}
          </BusyButton>
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
