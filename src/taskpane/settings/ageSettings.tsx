// How old a value may become before it is asked for again, for each source.
import { Field, Select } from '@fluentui/react-components';
import { operationIds, operationOf, type OperationId } from '../../operations';
import { duration } from '../text/words';
import type { SettingsActions } from './useSettings';

const hour = 3_600_000;
const ages = [hour, 6 * hour, 12 * hour, 24 * hour, 3 * 24 * hour, 7 * 24 * hour, 30 * 24 * hour];

export function AgeSettings({ settings, update }: SettingsActions) {
  const set = (id: OperationId, text: string) => {
    const { [id]: _old, ...others } = settings.ages;
    update({ ages: text === '' ? others : { ...others, [id]: Number(text) } });
  };
  return (
    <div className="sw-stack">
      <p className="sw-small">
        With an age limit, results are fetched again, and charged, whenever Excel recalculates an older one.
      </p>
      {operationIds.map((id) => {
        const own = settings.ages[id];
        const known = own === undefined || ages.includes(own) ? ages : [...ages, own];
        return (
          <Field key={id} label={operationOf(id).title}>
            <Select size="small" value={own ?? ''} onChange={(_event, { value }) => set(id, value)}>
              <option value="">Keep until I refresh (default)</option>
              {known.map((age) => (
                <option key={age} value={age}>
                  Fetch again after {duration(age)}
                </option>
              ))}
            </Select>
          </Field>
        );
      })}
    </div>
  );
}
