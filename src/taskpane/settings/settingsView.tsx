// Everything a user can set, in sections that fold.
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { CollapsibleSection } from '../controls/collapsibleSection';
import { FocusScope } from '../controls/focusScope';
import { AgeSettings } from './ageSettings';
import { AssumptionsList } from './assumptionsList';
import { CacheSettings } from './cacheSettings';
import { ConnectionSettings } from './connectionSettings';
import { DiagnosticsCard } from './diagnosticsCard';
import { FreezeCard } from './freezeCard';
import { SpendingSettings } from './spendingSettings';
import { useSettings, type SettingsActions } from './useSettings';
import { WireSettings } from './wireSettings';

export function SettingsView() {
  const actions = useSettings();
  return (
    <div className="sw-view">
      <h1 className="sw-unseen">Settings</h1>
      {actions.failure && <p className="sw-wrong">{actions.failure}</p>}
      <CollapsibleSection title="Spending" open>
        <SpendingSettings {...actions} />
      </CollapsibleSection>
      <CollapsibleSection title="Freshness" filled={Object.keys(actions.settings.ages).length}>
        <AgeSettings {...actions} />
      </CollapsibleSection>
      <CollapsibleSection title="Cache">
        <CacheSettings {...actions} />
      </CollapsibleSection>
      <CollapsibleSection title="Freeze for sharing">
        <FreezeCard />
      </CollapsibleSection>
      <CollapsibleSection title="Connection">
        <ConnectionSettings {...actions} />
      </CollapsibleSection>
      <CollapsibleSection title="Wire names" filled={Object.keys(actions.settings.wireNames).length}>
        <WireSettings {...actions} />
      </CollapsibleSection>
      <CollapsibleSection title="Language and numbers">
        <p>
          Formulas are written with commas; Excel shows them with your own separator. Options read the same in
          every country: numbers without thousands separators, dates as 2027-05-03 or as a cell with a date.
        </p>
        <p>
          Prices carry the format of their currency, dates the format of your Excel. “Plain numbers” in the
          builder, or formats=0 in the options, gives bare numbers.
        </p>
        <p>
          Function names are the same in every language. The language of results is a parameter of the source,
          where it has one.
        </p>
      </CollapsibleSection>
      <CollapsibleSection title="Diagnostics">
        <DiagnosticsCard />
      </CollapsibleSection>
      <Reset {...actions} />
      <AssumptionsList />
    </div>
  );
}

function Reset({ reset }: SettingsActions) {
  const [asking, setAsking] = useState(false);
  return (
    <FocusScope>
      {!asking ? (
        <Button size="small" onClick={() => setAsking(true)}>
          Reset settings
        </Button>
      ) : (
        <div role="group" aria-label="Reset settings?" className="sw-stack">
          <p>All settings go back to their defaults. The key, the cache and the filter sets stay.</p>
          <div className="sw-row">
            <Button
              size="small"
              appearance="primary"
              autoFocus
              onClick={() => {
                reset();
                setAsking(false);
              }}
            >
              Reset them
            </Button>
            <Button size="small" onClick={() => setAsking(false)}>
              Keep them
            </Button>
          </div>
        </div>
      )}
    </FocusScope>
  );
}
