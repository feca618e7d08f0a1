// What the service's documentation leaves open, with the names that can be mapped, and how languages are treated.
import type { ReactNode } from 'react';
import type { Settings } from '../../engine/request/settings';
import { assumptions, codeSources, wireNameAssumptions } from '../../operations/assumptions';
import { wireNames, type AssumptionId } from '../../operations/wireNames';
import { joined, named, t } from '../../languages/t';
import { StoredField } from '../controls/fields';
import { mapName, parameterLabel, readName } from './wireNameMap';

export function LanguageNotes() {
  return (
    <>
      <p>{t('settings.spillwayWritesFormulasWith')}</p>
      <p>{t('settings.pricesUseTheFormat')}</p>
      <p>{t('settings.functionNamesAreThe')}</p>
    </>
  );
}

interface WireNamesProperties {
  readonly settings: Pick<Settings, 'wireNames'>;
  readonly update: (change: Pick<Settings, 'wireNames'>) => void;
}

/** Names that the service's description leaves open, which can be mapped. */
export function WireNamesForm({ settings, update }: WireNamesProperties) {
  return (
    <>
      <p className="sw-small">{t('settings.theServicesDocumentationDoesnt')}</p>
      {(Object.keys(wireNames) as AssumptionId[]).map((id) => (
        <StoredField
          key={id}
          label={parameterLabel(id)}
          hint={named(wireNameAssumptions[id]?.open ?? '')}
          value={settings.wireNames[id] ?? ''}
          placeholder={wireNames[id]}
          spellCheck={false}
          read={(text) => readName(id, text, settings.wireNames)}
          onStore={(name) => update({ wireNames: mapName(settings.wireNames, id, name) })}
        />
      ))}
    </>
  );
}

export function AssumptionsList() {
  const points = [...Object.values(assumptions), ...Object.values(wireNameAssumptions)];
  return (
    <>
      <p className="sw-small">{t('settings.theServicesDocumentationDoesnt2')}</p>
      <Terms
        terms={points.map(({ open, assumed, change }) => [
          named(open),
          joined('sentences', [named(assumed), named(change)]),
        ])}
      />
      <h2>{t('settings.whereCodesComeFrom')}</h2>
      <Terms terms={codeSources.map(({ code, from }) => [code, named(from)])} />
    </>
  );
}

/** What stands between backticks is code; the reference has the same texts. */
const coded = (text: string): ReactNode[] =>
  text.split('`').map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part));

const Terms = ({ terms }: { readonly terms: readonly (readonly [term: string, says: string])[] }) => (
  <dl className="sw-terms">
    {terms.map(([term, says]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{coded(says)}</dd>
      </div>
    ))}
  </dl>
);
