// What is kept, how much of it, and clearing it.
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { Confirmation } from '../controls/confirmation';
import { FocusScope } from '../controls/focusScope';
import { usePane } from '../shell/paneContext';
import { useEngineState } from '../shell/useEngine';
import { bytes, plural } from '../text/words';
import { NumberSetting } from '../controls/numberSetting';
import type { SettingsActions } from './useSettings';

const mega = 1_000_000;

export function CacheSettings({ settings, update }: SettingsActions) {
  const { runtime, announce } = usePane();
  const { cache } = useEngineState();
  const [confirming, setConfirming] = useState(false);
  const clear = async () => {
    setConfirming(false);
    await runtime.engine.clearCache();
    announce('Cache cleared');
  };
  const forget = async () => {
    await runtime.engine.forgetFailures();
    announce('Failures cleared. Cells try again when Excel calculates them.');
  };
  return (
    <div className="sw-stack">
      <p>
        {plural(cache.entries, 'result')}, {bytes(cache.bytes)}
      </p>
      <NumberSetting
        label="Maximum size"
        help={`Leave empty to use what the browser allows, currently ${bytes(cache.limit)}. When the cache is full, the least recently used results are removed.`}
        unit="MB"
        empty="Automatic"
        value={settings.cacheBytes === undefined ? undefined : Math.round(settings.cacheBytes / mega)}
        min={1}
        max={2_000}
        onStore={(value) => update({ cacheBytes: value === undefined ? undefined : value * mega })}
      />
      <FocusScope>
        {confirming ? (
          <Confirmation
            question="Clear cache?"
            action="Clear"
            onConfirm={() => void clear()}
            onCancel={() => setConfirming(false)}
          >
            <p>
              Your formulas will show Held. Fetching their results again costs credits and requires your
              approval.
            </p>
          </Confirmation>
        ) : (
          <div className="sw-row">
            <Button size="small" disabledFocusable={cache.entries === 0} onClick={() => setConfirming(true)}>
              Clear cache
            </Button>
            <Button size="small" onClick={() => void forget()}>
              Clear failures
            </Button>
          </div>
        )}
      </FocusScope>
    </div>
  );
}
