// How much is kept, how much may be, and what was thinned to stay within that.
import { useCallback, useState } from 'react';
import { NumberSetting } from '../controls/numberSetting';
import { usePane } from '../shell/paneContext';
import { useVersion } from '../shell/useVersion';
import { failureText } from '../text/failureText';
import { bytes, plural } from '../text/words';
import { dayText } from './read/historyText';
import { useReading, type OpenedHistory } from './useHistory';

const mega = 1_000_000;

export function RetentionCard({ history, version }: OpenedHistory) {
  const { runtime, announce } = usePane();
  const { settings } = runtime;
  useVersion(useCallback((listener: () => void) => settings.subscribe(listener), [settings]));
  const [wrong, setWrong] = useState('');
  const { data: size } = useReading(
    useCallback(() => history.local.size(), [history]),
    version,
  );
  const { data: gateway } = useReading(
    useCallback(() => history.gateway.facts().catch(() => undefined), [history]),
    version,
  );
  const store = async (value: number | undefined) => {
    try {
      await settings.update({ historyBytes: (value ?? 1) * mega });
      setWrong('');
      announce('Saved');
    } catch (error) {
      setWrong(failureText(error));
    }
  };
  const limit = history.limit();
  return (
    <section className="sw-card sw-stack" aria-labelledby="kept-title">
      <h2 id="kept-title">Storage</h2>
      {size && (
        <p>
          In this browser: {plural(size.items, 'item')}, {bytes(size.bytes)} of {bytes(limit)}.
          {gateway &&
            ` On the gateway, ${gateway.scope === 'team' ? 'for your team' : 'for your key'}: ${plural(gateway.items, 'item')}, ${bytes(gateway.bytes)}.`}
        </p>
      )}
      {size?.thinnedBefore !== undefined && (
        <p className="sw-warn">
          To stay within the limit, observations before {dayText(size.thinnedBefore)} were reduced to one per
          week.
        </p>
      )}
      {size?.droppedBefore !== undefined && (
        <p className="sw-warn">
          To stay within the limit, observations before {dayText(size.droppedBefore)} were removed.
        </p>
      )}
      <NumberSetting
        label="Maximum size"
        help="At the limit, the oldest daily values are reduced to one per week. If that isn’t enough, the oldest values are removed."
        unit="MB"
        value={Math.round(settings.current().historyBytes / mega)}
        min={1}
        max={2_000}
        onStore={(value) => void store(value)}
      />
      {wrong && <p className="sw-wrong">{wrong}</p>}
    </section>
  );
}
