// The options every function has: columns, headings, direction, age.
import { Checkbox, Field, Select } from '@fluentui/react-components';
import type { View } from '../../spill/read/options/view';
import { duration } from '../text/words';
import { ColumnPicker } from './columnPicker';
import type { Draft } from '../formulas/draft/draft';

interface Properties {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

const hour = 3_600_000;
const ages = [hour / 2, hour, 6 * hour, 12 * hour, 24 * hour, 7 * 24 * hour, 30 * 24 * hour];

export function LayoutFields({ draft, onChange }: Properties) {
  const { view } = draft;
  const set = (change: Partial<View>) => onChange({ ...draft, view: { ...view, ...change } });
  const setAge = (text: string) => {
    const { maxAge: _old, ...others } = view;
    onChange({ ...draft, view: text === '' ? others : { ...others, maxAge: Number(text) } });
  };
  const known = view.maxAge === undefined || ages.includes(view.maxAge) ? ages : [...ages, view.maxAge];
  return (
    <div className="sw-stack">
      <ColumnPicker
        operation={draft.operation}
        columns={view.columns}
        onChange={(columns) => set({ columns, ...(columns.length === 0 && { bare: false }) })}
      />
      <Field label="Headings">
        <Select
          size="small"
          value={view.headers}
          onChange={(_event, { value }) => set({ headers: value as View['headers'] })}
        >
          <option value="labels">Display names</option>
          <option value="fields">Field names</option>
          <option value="none">None</option>
        </Select>
      </Field>
      <Field label="Fetch again when older than" hint="Otherwise, a result stays until you refresh it.">
        <Select size="small" value={view.maxAge ?? ''} onChange={(_event, { value }) => setAge(value)}>
          <option value="">Setting for this source (default)</option>
          {known.map((age) => (
            <option key={age} value={age}>
              {duration(age)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="sw-ticks">
        <Checkbox
          label="Switch rows and columns"
          checked={view.transpose}
          onChange={(_e, { checked }) => set({ transpose: checked === true })}
        />
        <Checkbox
          label="Add time fetched"
          checked={view.stamp}
          onChange={(_e, { checked }) => set({ stamp: checked === true })}
        />
        <Checkbox
          label="Cards in the first column"
          checked={view.cards}
          onChange={(_e, { checked }) => set({ cards: checked === true })}
        />
        <Checkbox
          label="Pictures"
          checked={view.images}
          onChange={(_e, { checked }) => set({ images: checked === true })}
        />
        <Checkbox
          label="Plain numbers"
          checked={!view.formats}
          onChange={(_e, { checked }) => set({ formats: checked !== true })}
        />
        <Checkbox
          label="Cached results only"
          checked={view.offline}
          onChange={(_e, { checked }) => set({ offline: checked === true })}
        />
      </div>
    </div>
  );
}
