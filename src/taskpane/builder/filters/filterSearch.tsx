// One search over everything a place can have; selected values are shown above it as chips.
import '../../../operations/valueHints';
import { useState } from 'react';
import type { Draft } from '../../formulas/draft/draft';
import { Chips } from '../../controls/chips';
import { ComboList } from '../../controls/lists/comboList';
import { isSelected, selectedFilters, filterIndex } from '../../formulas/choices/filterChoices';
import { searchChoices } from '../../formulas/choices/valueSearch';

interface Properties {
  readonly draft: Draft;
  readonly onToggle: (param: string, value: string) => void;
}

const shown = 40;

export function FilterSearch({ draft, onToggle }: Properties) {
  const [query, setQuery] = useState('');
  const found = searchChoices(filterIndex(), query);
  const toggle = (id: string) => {
    const [param = '', value = ''] = id.split(' ');
    onToggle(param, value);
  };
  return (
    <div className="sw-field sw-search">
      <span className="sw-label" id="filter-search">
        Find a filter
      </span>
      <Chips label="Selected filters" chips={selectedFilters(draft)} onRemove={toggle} />
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
          chosen: isSelected(draft, param, value),
        }))}
        more={Math.max(found.length - shown, 0)}
        onToggle={toggle}
        nothing={`No filters match “${query}”. Try a single word, such as pool.`}
      />
    </div>
  );
}
