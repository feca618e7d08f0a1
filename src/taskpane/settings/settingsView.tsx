// Everything a user can set, in sections that fold.
import { Button, Switch } from '@fluentui/react-components';
import { useState, type ReactElement } from 'react';
import { CollapsibleSection } from '../controls/collapsibleSection';
import { Confirmation } from '../controls/confirmation';
import { FocusScope } from '../controls/focusScope';
import { sharingWanted } from '../shell/drafts';
import { usePane } from '../shell/paneContext';
import { AgeSettings } from './ageSettings';
import { AssumptionsList } from './assumptionsList';
import { CacheSettings } from './cacheSettings';
import { ConnectionSettings } from './connectionSettings';
import { DiagnosticsCard } from './diagnosticsCard';
import { SpendingSettings } from './spendingSettings';
import { useSettings, type SettingsActions } from './useSettings';
import { WireSettings } from './wireSettings';

export function SettingsView({ sharing }: { readonly sharing: ReactElement }) {
  const { drafts } = usePane();
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
      <CollapsibleSection title="Inserted tables">
        <Switch
          label="Format inserted tables"
          checked={actions.settings.formatTables}
          onChange={(_event, { checked }) => actions.update({ formatTables: checked })}
        />
        <p className="sw-small">
          Marks the headings and widens narrow columns when you insert a formula. To revert this, use Undo.
        </p>
      </CollapsibleSection>
      <CollapsibleSection title="Freeze for sharing" open={drafts.read<boolean>(sharingWanted) ?? false}>
        {sharing}
      </CollapsibleSection>
      <CollapsibleSection title="Connection">
        <ConnectionSettings {...actions} />
      </CollapsibleSection>
      <CollapsibleSection title="Wire names" filled={Object.keys(actions.settings.wireNames).length}>
        <WireSettings {...actions} />
      </CollapsibleSection>
      <CollapsibleSection title="Language and numbers">
        <p>
          Spillway writes formulas with commas, and Excel shows them with your list separator. Options are the
          same in every locale: numbers without thousands separators, and dates as 2027-05-03 or as a cell
          that contains a date.
        </p>
        <p>
          Prices use the format of their currency, and dates use the date format of your Excel. To get plain
          numbers, select “Plain numbers” in Build or add formats=0 to the options.
        </p>
        <p>
          Function names are the same in every language. Some sources have a parameter for the language of the
          results.
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
  const [confirming, setConfirming] = useState(false);
  return (
    <FocusScope>
      {!confirming ? (
        <Button size="small" onClick={() => setConfirming(true)}>
          Reset settings
        </Button>
      ) : (
        <Confirmation
          question="Reset settings?"
          action="Reset"
          onConfirm={() => {
            reset();
            setConfirming(false);
          }}
          onCancel={() => setConfirming(false)}
        >
          <p>All settings return to their defaults. Your key, cache, and filter sets don’t change.</p>
        </Confirmation>
      )}
    </FocusScope>
  );
}
