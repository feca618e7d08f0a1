// When to ask, where to stop, and how to get the most out of a paid block.
import { Switch } from '@fluentui/react-components';
import { NumberSetting } from '../controls/numberSetting';
import type { SettingsActions } from './useSettings';

export function SpendingSettings({ settings, update }: SettingsActions) {
  return (
    <div className="sw-stack">
      <NumberSetting
        label="Ask me above"
        help="Formulas that would spend more than this within 10 minutes, or four times as much in a day, wait for your approval in Activity."
        unit="credits"
        value={settings.askAbove}
        min={0}
        max={1_000_000}
        onStore={(value) => update({ askAbove: value ?? 0 })}
      />
      <NumberSetting
        label="Daily cap"
        help="Applies to all open windows together. Anything above it waits for your approval. Leave empty for no cap."
        unit="credits"
        empty="No cap"
        value={settings.dailyCap}
        min={0}
        max={10_000_000}
        onStore={(value) => update({ dailyCap: value })}
      />
      <div>
        <Switch
          label="Fetch the whole paid block"
          checked={settings.roundCounts}
          onChange={(_event, { checked }) => update({ roundCounts: checked })}
        />
        <p className="sw-small sw-indent">
          16 results can cost the same as 30. Spillway then fetches all 30 and keeps the rest in the cache.
        </p>
      </div>
      <div>
        <Switch
          label="Reuse larger results for smaller counts"
          checked={settings.reuseCounts}
          onChange={(_event, { checked }) => update({ reuseCounts: checked })}
        />
        <p className="sw-small sw-indent">
          If 50 results are in the cache, a formula for the first 10 is free.
        </p>
      </div>
    </div>
  );
}
