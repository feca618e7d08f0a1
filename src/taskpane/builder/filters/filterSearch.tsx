// One search over everything a place can have; what is chosen stands above it as chips.
import '../../../operations/valueHints';
import { useState } from 'react';
import { operationOf } from '../../../operations';
import { labelOf } from '../../../operations/check/labels';
import { listOf, type Draft } from '../../formulas/draft';
import { Chips } from '../../controls/chips';
import { ComboList } from '../../controls/comboList';
import { staysIndex } from '../../formulas/staysChoices';
import { searchChoices } from '../../formulas/valueSearch';

interface Properties {
  readonly draft: Draft;
  readonly onToggle: (param: string, value: string) => void;
}

const shown = 40;

export function FilterSearch({ draft, onToggle }: Properties) {
  const [query, setQuery] = useState('');
  const found = searchChoices(staysIndex(), query);
  const isChosen = (param: string, value: string) =>
    operationOf('stays').params[param]?.kind === 'flag'
      ? draft.values[param] === 'yes'
      : listOf(draft.values[param]).includes(value);
  const toggle = (id: string) => {
    const [param = '', value = ''] = id.split(' ');
    onToggle(param, value);
  };
  return (
    <div className="sw-field sw-search">
      <span className="sw-label" id="filter-search">
        Find a filter
      </span>
      <Chips label="Selected filters" chips={chosenFilters(draft)} onRemove={toggle} />
      <ComboList
        label="Find a filter"
        labelledBy="filter-search"
        placeholder="WiFi, pool, wheelchair, breakfast …"
        query={query}
        onQuery={setQuery}
        items={found.slice(0, shown).map(({ param, value, label, place }) => ({
          id: `${param} ${value}`,
          label,
          note: place,
          chosen: isChosen(param, value),
        }))}
        more={Math.max(found.length - shown, 0)}
        onToggle={toggle}
        nothing={`No filters match “${query}”. Try a single word, such as pool.`}
      />
    </div>
  );
}

function chosenFilters(draft: Draft) {
  return Object.entries(operationOf('stays').params).flatMap(([name, parameter]) => {
    if (parameter.kind === 'flag') {
      return draft.values[name] === 'yes' ? [{ id: `${name} yes`, label: parameter.label }] : [];
    }
    if (parameter.kind !== 'list' || typeof parameter.of === 'string') return [];
    const named = name === 'star_ratings' ? (value: string) => `${value} stars` : labelOf;
    return listOf(draft.values[name]).map((value) => ({ id: `${name} ${value}`, label: named(value) }));
  });
}
