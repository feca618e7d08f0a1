// What the service's description leaves open: names that can be mapped, and what else is assumed.
import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { operationIds, operationOf } from '../../operations';
import { assumptions, wireNameAssumptions } from '../../operations/assumptions';
import { wireNames, type AssumptionId } from '../../operations/wireNames';
import { fieldMessage } from '../fields/fieldMessage';
import { Fold } from '../fields/fold';
import type { SettingsActions } from './useSettings';

export function WireSettings({ settings, update }: SettingsActions) {
  const store = (id: AssumptionId, name: string) => {
    const { [id]: _old, ...others } = settings.wireNames;
    update({ wireNames: name === '' || name === wireNames[id] ? others : { ...others, [id]: name } });
  };
  return (
    <div className="sw-stack">
      <p className="sw-small">
        The description of the service does not name these fields. If it refuses one (422), enter the true
        name here.
      </p>
      {(Object.keys(wireNames) as AssumptionId[]).map((id) => (
        <WireName key={id} id={id} value={settings.wireNames[id] ?? ''} onStore={(name) => store(id, name)} />
      ))}
      <Fold title="What else is assumed">
        <dl className="sw-terms">
          {Object.entries(assumptions).map(([name, { open, assumed, change }]) => (
            <div key={name}>
              <dt>{open}</dt>
              <dd>
                {assumed} {change}
              </dd>
            </div>
          ))}
        </dl>
      </Fold>
    </div>
  );
}

/** The parameter in the words of the form: the source, and the field's label. */
function labelOf(id: AssumptionId): string {
  const operation = operationIds.map(operationOf).find((each) => id.startsWith(`${each.id}.`));
  const parameter = Object.values(operation?.params ?? {}).find(({ assumption }) => assumption === id);
  return operation && parameter ? `${operation.title}: ${parameter.label}` : id;
}

interface WireProperties {
  readonly id: AssumptionId;
  readonly value: string;
  readonly onStore: (name: string) => void;
}

function WireName({ id, value, onStore }: WireProperties) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  const bad = text !== '' && !/^[A-Za-z_][\w.-]{0,63}$/.test(text.trim());
  return (
    <Field
      label={labelOf(id)}
      {...fieldMessage(wireNameAssumptions[id].open, bad ? 'Letters, digits and underscores.' : undefined)}
    >
      <Input
        size="small"
        value={text}
        placeholder={wireNames[id]}
        spellCheck={false}
        onChange={(_event, data) => setTyped(data.value)}
        onBlur={() => {
          if (bad || typed === undefined) return;
          onStore(typed.trim());
          setTyped(undefined);
        }}
      />
    </Field>
  );
}
