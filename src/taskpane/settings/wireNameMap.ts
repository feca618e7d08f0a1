// Which names the user may map a parameter to, and the map after a change.
import { operationIds, operationOf } from '../../operations';
import { sameWireName, wireNames, type AssumptionId, type WireNames } from '../../operations/wireNames';
import { joined, named, t } from '../../languages/t';

/** An empty name, or the assumed one, removes the parameter from the map. */
export function mapName(mapped: WireNames, id: AssumptionId, name: string): WireNames {
  const { [id]: _old, ...others } = mapped;
  return name === '' || name === wireNames[id] ? others : { ...others, [id]: name };
}

/** The parameter in the words of the form: the source, and the field's label. */
export function parameterLabel(id: AssumptionId): string {
  const operation = operationIds.map(operationOf).find((each) => id.startsWith(`${each.id}.`));
  const parameter = Object.values(operation?.params ?? {}).find(({ assumption }) => assumption === id);
  return operation && parameter ? joined('label', [named(operation.title), named(parameter.label)]) : id;
}

/** The name to map to, or why the parameter cannot be sent under it. */
export function readName(
  id: AssumptionId,
  text: string,
  mapped: WireNames,
): { readonly value: string } | { readonly wrong: string } {
  const name = text.trim();
  if (name === '') return { value: '' };
  if (!/^[A-Za-z_][\w.-]{0,63}$/.test(name)) return { wrong: t('settings.startWithALetter') };
  const other = sameWireName(id, name, mapped);
  const source = operationIds.find((each) => id.startsWith(`${each}.`));
  if (other === undefined || !source) return { value: name };
  const label = named(operationOf(source).params[other]?.label ?? other);
  return { wrong: t('settings.alreadyUsesThisName', { label }) };
}
