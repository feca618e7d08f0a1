// What the service's documentation leaves open, with the names that can be mapped, and how languages are treated.
import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import type { Settings } from '../../engine/request/settings';
import { assumptions, codeSources, wireNameAssumptions } from '../../operations/assumptions';
import { wireNames, type AssumptionId } from '../../operations/wireNames';
import { fieldMessage } from '../controls/fieldMessage';
import { mapName, nameProblem, parameterLabel } from './wireNameMap';

export function LanguageNotes() {
  return (
    <>
      <p>
        Spillway writes formulas with commas, and Excel shows them with your list separator. Options are the
        same in every locale: numbers without thousands separators, and dates as 2027-05-03 or as a cell that
        contains a date.
      </p>
      <p>
        Prices use the format of their currency, and dates use the date format of your Excel. To get plain
        numbers, select “Plain numbers” in Build or add formats=0 to the options.
      </p>
      <p>
        Function names are the same in every language. Some sources have a parameter for the language of the
        results.
      </p>
    </>
  );
}

interface WireNamesProperties {
  readonly settings: Pick<Settings, 'wireNames'>;
  readonly update: (change: Pick<Settings, 'wireNames'>) => void;
}

/** Names that the service's description leaves open, which can be mapped. */
export function WireNames({ settings, update }: WireNamesProperties) {
  return (
    <>
      <p className="sw-small">
        The service’s documentation doesn’t name these parameters. If the service rejects one (422) or ignores
        it, enter the correct name here.
      </p>
      {(Object.keys(wireNames) as AssumptionId[]).map((id) => (
        <WireName
          key={id}
          id={id}
          value={settings.wireNames[id] ?? ''}
          problem={(name) => nameProblem(id, name, settings.wireNames)}
          onStore={(name) => update({ wireNames: mapName(settings.wireNames, id, name) })}
        />
      ))}
    </>
  );
}

interface WireProperties {
  readonly id: AssumptionId;
  readonly value: string;
  readonly problem: (name: string) => string | undefined;
  readonly onStore: (name: string) => void;
}

function WireName({ id, value, problem, onStore }: WireProperties) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  const bad = text === '' ? undefined : problem(text.trim());
  return (
    <Field label={parameterLabel(id)} {...fieldMessage(wireNameAssumptions[id]?.open ?? '', bad)}>
      <Input
        size="small"
        value={text}
        placeholder={wireNames[id]}
        spellCheck={false}
        onChange={(_event, data) => setTyped(data.value)}
        onBlur={() => {
          if (bad !== undefined || typed === undefined) return;
          onStore(typed.trim());
          setTyped(undefined);
        }}
      />
    </Field>
  );
}

/** Everything Spillway assumes about the service, and where codes come from. */
export function AssumptionsList() {
  const points = [...Object.values(assumptions), ...Object.values(wireNameAssumptions)];
  return (
    <>
      <p className="sw-small">The service’s documentation doesn’t specify these points.</p>
      <Terms terms={points.map(({ open, assumed, change }) => [open, `${assumed} ${change}`])} />
      <h2>Where codes come from</h2>
      <Terms terms={codeSources.map(({ code, from }) => [code, from])} />
    </>
  );
}

const Terms = ({ terms }: { readonly terms: readonly (readonly [term: string, says: string])[] }) => (
  <dl className="sw-terms">
    {terms.map(([term, says]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{says}</dd>
      </div>
    ))}
  </dl>
);
