// Where a watch sends its alerts besides the pane. Only hosts and domains that an administrator allows; the gateway checks them.
import type { WatchAddresses, WatchEmail, WatchWebhook } from '../../protocol/watches';
import { joined, language, t, texts } from '../../languages/t';
import { Choice, TextField } from './fields';

export interface AddressDraft {
  readonly form: WatchWebhook['form'] | 'none';
  readonly url: string;
  readonly when: WatchEmail['when'] | 'none';
  readonly to: string;
}

export const addressDraftOf = ({ webhook, email }: WatchAddresses = {}): AddressDraft => ({
  form: webhook?.form ?? 'none',
  url: webhook?.url ?? '',
  when: email?.when ?? 'none',
  to: email?.to ?? '',
});

/** A gateway of an earlier version writes English only, and refuses what it does not know. */
export const addressesOf = (
  { form, url, when, to }: AddressDraft,
  { languages }: AllowedAddresses,
): WatchAddresses => ({
  ...(form !== 'none' && { webhook: { form, url: url.trim() } }),
  ...(when !== 'none' && { email: { when, to: to.trim() } }),
  ...(languages.includes(language().tag) && { language: language().tag }),
});

const forms = {
  none: 'shell.nowhereElse',
  teams: 'shell.teamsWorkflows',
  slack: 'shell.slack',
  standard: 'shell.aWebhook',
} as const;

const mailTimes = {
  none: 'shell.never',
  once: 'shell.atOnce',
  day: 'shell.onceADayAt',
  week: 'shell.onceAWeekMondays',
} as const;

export interface AllowedAddresses {
  readonly hosts: readonly string[];
  readonly mailDomains: readonly string[];
  readonly languages: readonly string[];
}

interface Properties {
  readonly draft: AddressDraft;
  readonly allowed: AllowedAddresses;
  readonly onChange: (draft: AddressDraft) => void;
}

/** Nothing where nothing is allowed. */
export function AddressFields({ draft, allowed: { hosts, mailDomains }, onChange }: Properties) {
  return (
    <>
      {mailDomains.length > 0 && (
        <Choice
          label={t('shell.sendAlertsByE')}
          value={draft.when}
          choices={texts(mailTimes)}
          onChange={(when) => onChange({ ...draft, when })}
        />
      )}
      {mailDomains.length > 0 && draft.when !== 'none' && (
        <TextField
          label={t('shell.eMailAddress')}
          hint={t('shell.at', { domains: joined('items', mailDomains) })}
          type="email"
          maxLength={254}
          value={draft.to}
          onChange={(to) => onChange({ ...draft, to })}
        />
      )}
      {hosts.length > 0 && (
        <Choice
          label={t('shell.alsoSendAlertsTo')}
          value={draft.form}
          choices={texts(forms)}
          onChange={(form) => onChange({ ...draft, form })}
        />
      )}
      {hosts.length > 0 && draft.form !== 'none' && (
        <TextField
          label={t('common.address')}
          hint={t('shell.httpsAt', { hosts: joined('items', hosts) })}
          type="url"
          maxLength={2_000}
          value={draft.url}
          onChange={(url) => onChange({ ...draft, url })}
        />
      )}
    </>
  );
}
