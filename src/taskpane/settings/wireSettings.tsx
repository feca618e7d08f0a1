// Names that the service's description leaves open, which can be mapped.
import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { wireNameAssumptions } from '../../operations/assumptions';
import { wireNames, type AssumptionId } from '../../operations/wireNames';
import { fieldMessage } from '../controls/fieldMessage';
import type { SettingsActions } from './useSettings';
import { mapName, nameProblem, parameterLabel } from './wireNameMap';

export function WireSettings({ settings, update }: SettingsActions) {
  const store = (id: AssumptionId, name: string) =>
    update({ wireNames: mapName(settings.wireNames, id, name) });
  return (
    <div className="sw-stack">
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
          onStore={(name) => store(id, name)}
        />
      ))}
    </div>
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
