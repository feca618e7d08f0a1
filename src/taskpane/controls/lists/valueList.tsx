// A list with closed values: a few as tick boxes, many as chips with a searchable list.
import { Checkbox } from '@fluentui/react-components';
import { useId, useMemo, useState } from 'react';
import { labelOf } from '../../../operations/check/labels';
import { choicesOf, indexChoices, searchChoices } from '../../formulas/choices/valueSearch';
import { Chips } from '../chips';
import { ComboList } from './comboList';

interface Properties {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly values: readonly string[];
  readonly chosen: readonly string[];
  readonly wrong?: string | undefined;
  readonly onToggle: (value: string) => void;
}

const few = 7;
const shown = 60;

export function ValueList(properties: Properties) {
  const { label, help, values, chosen, wrong, onToggle } = properties;
  const id = useId();
  return (
    <div
      className="sw-field sw-wide"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-help`}
    >
      <span id={`${id}-label`} className="sw-label">
        {label}
        {chosen.length > 0 && <span className="sw-count"> {chosen.length}</span>}
      </span>
      {values.length <= few ? (
        <div className="sw-ticks">
          {values.map((value) => (
            <Checkbox
              key={value}
              label={labelOf(value)}
              checked={chosen.includes(value)}
              onChange={() => onToggle(value)}
            />
          ))}
        </div>
      ) : (
        <SearchableList {...properties} />
      )}
      <span id={`${id}-help`} className={wrong ? 'sw-wrong' : 'sw-small'}>
        {wrong ?? help}
      </span>
    </div>
  );
}

function SearchableList({ name, label, values, chosen, onToggle }: Properties) {
  const [query, setQuery] = useState('');
  const index = useMemo(() => indexChoices(choicesOf(name, label, values)), [name, label, values]);
  const found = searchChoices(index, query);
  return (
    <>
      <Chips
        label={`${label}: selected`}
        chips={chosen.map((value) => ({ id: value, label: labelOf(value) }))}
        onRemove={onToggle}
      />
      <ComboList
        label={label}
        placeholder={`Search ${values.length} values`}
        query={query}
        onQuery={setQuery}
        items={found
          .slice(0, shown)
          .map(({ value, label: text }) => ({ id: value, label: text, chosen: chosen.includes(value) }))}
        more={Math.max(found.length - shown, 0)}
        onToggle={onToggle}
        nothing={`No values match “${query}”.`}
      />
    </>
  );
}
