// Watches: whether there are any, what encrypts the keys they need, and where their alerts may be sent.
import type { EnvironmentReader } from './environment';

export interface WatchSettings {
  readonly watches: boolean;
  /** Encrypts the keys of people whose watches need them. */
  readonly secret: string | undefined;
  /** Hosts to which alerts may be sent; `*.` stands for everything before the rest of a name. */
  readonly webhookHosts: readonly string[];
}

const hostForm = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export function readWatches(
  read: EnvironmentReader,
  mode: 'personal' | 'team',
  secret: string | undefined,
): WatchSettings {
  const webhookHosts = (read.text('SPILLWAY_WEBHOOK_HOSTS') ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');
  const wrong = webhookHosts.find((host) => !hostForm.test(host));
  if (wrong !== undefined)
    read.fault(
      `SPILLWAY_WEBHOOK_HOSTS must be host names separated by commas, such as hooks.slack.com,*.logic.azure.com, not "${wrong}".`,
    );
  const watches = read.flag('SPILLWAY_WATCHES', true) && (mode === 'team' || secret !== undefined);
  return { watches, secret, webhookHosts };
}
