// Watches: whether there are any, what encrypts the keys they need, and where their alerts may be sent.
import type { EnvironmentReader } from './environment';

export interface MailSettings {
  readonly url: string;
  readonly from: string;
  readonly domains: readonly string[];
}

const hostForm = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

const namesOf = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');

function readMail(read: EnvironmentReader): MailSettings | undefined {
  const url = read.url('SPILLWAY_SMTP_URL');
  const from = read.text('SPILLWAY_SMTP_FROM');
  const domains = namesOf(read.text('SPILLWAY_MAIL_DOMAINS'));
  if (!url) return undefined;
  read.require('SPILLWAY_SMTP_FROM', 'to send e-mail (SPILLWAY_SMTP_URL)', from !== undefined);
  read.require('SPILLWAY_MAIL_DOMAINS', 'to send e-mail (SPILLWAY_SMTP_URL)', domains.length > 0);
  const wrong = domains.find((domain) => domain.startsWith('*.') || !hostForm.test(domain));
  if (wrong !== undefined)
    read.fault(
      `SPILLWAY_MAIL_DOMAINS must be domains separated by commas, such as example.com,example.org, not "${wrong}".`,
    );
  return { url: url.href, from: from ?? '', domains };
}

export function readWatches(read: EnvironmentReader, mode: 'personal' | 'team', secret: string | undefined) {
  const webhookHosts = namesOf(read.text('SPILLWAY_WEBHOOK_HOSTS'));
  const wrong = webhookHosts.find((host) => !hostForm.test(host));
  if (wrong !== undefined)
    read.fault(
      `SPILLWAY_WEBHOOK_HOSTS must be host names separated by commas, such as hooks.slack.com,*.logic.azure.com, not "${wrong}".`,
    );
  const watches = read.flag('SPILLWAY_WATCHES', true) && (mode === 'team' || secret !== undefined);
  return {
    watches,
    /** Encrypts the keys of people whose watches need them. */
    secret,
    /** Hosts to which alerts may be sent; `*.` stands for everything before the rest of a name. */
    webhookHosts,
    /** How alerts are sent by e-mail, and to which domains. */
    mail: readMail(read),
  };
}
