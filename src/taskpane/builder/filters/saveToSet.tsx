// Saving a set that cells use changes those cells: how many, and what it costs, is said before.
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import type { Quote } from '../../../engine/engine';
import type { PlacedSet } from '../../formulas/filterSets/filterSetChanges';
import { priceText } from '../../text/price';
import { Confirmation } from '../../controls/confirmation';
import { FocusScope } from '../../controls/focusScope';
import { usePane } from '../../shell/paneContext';
import { plural } from '../../text/words';
import { requestsAfter } from '../../formulas/filterSets/setChange';
import type { FilterSetActions } from './useFilterSets';

interface Properties {
  readonly target: PlacedSet;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sets: FilterSetActions;
  readonly blocked: boolean;
}

export function SaveToSet({ target, params, sets, blocked }: Properties) {
  const { runtime, now } = usePane();
  const [quote, setQuote] = useState<Quote>();
  const { set, place, cells } = target;
  const save = async () => {
    await sets.save(place, set.name, params);
    setQuote(undefined);
  };
  const start = async () => {
    const uses = sets.usesOf(set.name);
    if (uses.length === 0) return save();
    setQuote(await runtime.engine.quote(requestsAfter(uses, set.params, params)));
  };
  return (
    <FocusScope>
      {!quote ? (
        <div className="sw-row">
          <Button size="small" appearance="primary" disabledFocusable={blocked} onClick={() => void start()}>
            Save to {set.name}
            {cells > 0 ? ` (used by ${plural(cells, 'cell')})` : ''}
          </Button>
        </div>
      ) : (
        <Confirmation
          question={`Save ${set.name}?`}
          action="Save and update"
          onConfirm={() => void save()}
          onCancel={() => setQuote(undefined)}
        >
          <p>
            {set.name} is used by {plural(cells, 'cell')}, which will be updated. {priceText(quote, now())}.
          </p>
        </Confirmation>
      )}
    </FocusScope>
  );
}
