// Where the service is, and how many requests may run at once.
import { Field, Input } from '@fluentui/react-components';
import { fieldMessage } from '../controls/fieldMessage';
import { readBaseAddress } from '../shell/baseAddress';
import { usePane } from '../shell/paneContext';
import { useDraft } from '../shell/useDraft';
import { NumberSetting } from '../controls/numberSetting';
import type { SettingsActions } from './useSettings';

export function ConnectionSettings({ settings, update }: SettingsActions) {
  const { gateway } = usePane();
  const [base, setBase] = useDraft('baseUrl', () => settings.baseUrl);
  const address = readBaseAddress(base);
  return (
    <div className="sw-stack">
      {gateway.mode !== 'none' && (
        <p className="sw-small">
          This pane comes from a gateway in {gateway.mode} mode. To use it, leave the base address empty.
        </p>
      )}
      <Field
        label="Base address"
        {...fieldMessage(
          'The address of the service. Required only without a gateway.',
          'wrong' in address ? address.wrong : undefined,
        )}
      >
        <Input
          size="small"
          type="url"
          value={base}
          placeholder="Server of this pane"
          onChange={(_event, { value }) => setBase(value)}
          onBlur={() =>
            'url' in address && address.url !== settings.baseUrl && update({ baseUrl: address.url })
          }
        />
      </Field>
      <NumberSetting
        label="Concurrent requests"
        help="Fewer requests put less load on the service. Spillway always stays within your plan’s rate limits."
        value={settings.concurrency}
        min={1}
        max={20}
        onStore={(value) => update({ concurrency: value ?? 6 })}
      />
    </div>
  );
}
