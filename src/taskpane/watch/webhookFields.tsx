// Where a watch sends its alerts besides the pane. Only hosts that an administrator allows; the gateway checks the address.
import { Field, Input } from '@fluentui/react-components';
import type { WatchWebhook } from '../../excel/runtime';
import { Choice } from '../controls/choice';

export interface WebhookDraft {
  readonly form: WatchWebhook['form'] | 'none';
  readonly url: string;
}

export const webhookDraftOf = (webhook: WatchWebhook | undefined): WebhookDraft =>
  webhook ? { form: webhook.form, url: webhook.url } : { form: 'none', url: '' };

export const webhookOf = ({ form, url }: WebhookDraft): WatchWebhook | undefined =>
  form === 'none' ? undefined : { form, url: url.trim() };

const forms = {
  none: 'Nowhere else',
  teams: 'Teams (Workflows)',
  slack: 'Slack',
  standard: 'A webhook',
} as const;

interface Properties {
  readonly draft: WebhookDraft;
  readonly hosts: readonly string[];
  readonly onChange: (draft: WebhookDraft) => void;
}

/** Nothing where no host is allowed. */
export function WebhookFields({ draft, hosts, onChange }: Properties) {
  if (hosts.length === 0) return null;
  return (
    <>
      <Choice
        label="Also send alerts to"
        value={draft.form}
        choices={forms}
        onChange={(form) => onChange({ ...draft, form: form as WebhookDraft['form'] })}
      />
      {draft.form !== 'none' && (
        <Field label="Address" hint={`https, at ${hosts.join(', ')}`}>
          <Input
            size="small"
            type="url"
            maxLength={2_000}
            value={draft.url}
            onChange={(_event, { value }) => onChange({ ...draft, url: value })}
          />
        </Field>
      )}
    </>
  );
}
