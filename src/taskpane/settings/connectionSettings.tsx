// Where the service is, and how many requests may run at once.
import { Field, Input } from '@fluentui/react-components';
import { fieldMessage } from '../controls/fieldMessage';
import { readBaseAddress } from '../shell/baseAddress';
import { usePane } from '../shell/paneContext';
import { useDraft } from '../shell/useDraft';
import { NumberSetting } from './numberSetting';
import type { SettingsActions } from './useSettings';

export function ConnectionSettings({ settings, update }: SettingsActions) {
  const { gateway } = usePane();
  const [base, setBase] = useDraft('baseUrl', () => settings.baseUrl);
  const address = readBaseAddress(base);
  return (
    <div className="sw-stack">
      {gateway.mode !== 'none' && (
        <p className="sw-small">
          This pane comes from a gateway in {gateway.mode} mode. Leave the base address empty to use it.
        </p>
      )}
      <Field
        label="Base address"
        {...fieldMessage(
          'Only without a gateway: where the service is.',
          'wrong' in address ? address.wrong : undefined,
        )}
      >
        <Input
          size="small"
          type="url"
          value={base}
          placeholder="The server this pane came from"
          onChange={(_event, { value }) => setBase(value)}
          onBlur={() =>
            'url' in address && address.url !== settings.baseUrl && update({ baseUrl: address.url })
          }
        />
      </Field>
      <NumberSetting
        label="Requests at once"
        help="Fewer are gentler on the service; the windows of your plan are kept in any case."
        value={settings.concurrency}
        min={1}
        max={20}
        onStore={(value) => update({ concurrency: value ?? 6 })}
      />
    </div>
  );
}
