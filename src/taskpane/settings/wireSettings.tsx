// Names that the service's description leaves open, which can be mapped.
import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { operationIds, operationOf } from '../../operations';
import { wireNameAssumptions } from '../../operations/assumptions';
import { sameWireName, wireNames, type AssumptionId, type WireNames } from '../../operations/wireNames';
import { fieldMessage } from '../controls/fieldMessage';
import type { SettingsActions } from './useSettings';

export function WireSettings({ settings, update }: SettingsActions) {
  const store = (id: AssumptionId, name: string) => {
    const { [id]: _old, ...others } = settings.wireNames;
    update({ wireNames: name === '' || name === wireNames[id] ? others : { ...others, [id]: name } });
  };
  return (
    <div className="sw-stack">
      <p className="sw-small">
        The service’s documentation doesn’t name these parameters. If the service rejects one (422), enter the
        correct name here.
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

/** The parameter in the words of the form: the source, and the field's label. */
function labelOf(id: AssumptionId): string {
  const operation = operationIds.map(operationOf).find((each) => id.startsWith(`${each.id}.`));
  const parameter = Object.values(operation?.params ?? {}).find(({ assumption }) => assumption === id);
  return operation && parameter ? `${operation.title}: ${parameter.label}` : id;
}

/** Undefined where the parameter can be sent under this name. */
function nameProblem(id: AssumptionId, name: string, mapped: WireNames): string | undefined {
  if (!/^[A-Za-z_][\w.-]{0,63}$/.test(name))
    return 'Start with a letter or underscore. Use only letters, digits, underscores, periods, and hyphens.';
  const other = sameWireName(id, name, mapped);
  if (other) return `${labelOf(other)} already uses this name.`;
  const source = operationIds.find((each) => id.startsWith(`${each}.`));
  const own = source && operationOf(source).params[name];
  return own && own.assumption === undefined ? `${own.label} already uses this name.` : undefined;
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
    <Field label={labelOf(id)} {...fieldMessage(wireNameAssumptions[id]?.open ?? '', bad)}>
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
