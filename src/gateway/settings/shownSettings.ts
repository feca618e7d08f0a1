// The effective settings as `--check` prints them: everything that decides something, no secret.
import { idOf } from '../files/manifestText.mjs';
import { plainText } from '../telemetry/log';
import type { GroupLimits } from '../spending/budgets';
import { shownSize, shownTime } from './environment';
import type { HistorySettings } from './historySettings';
import type { GatewaySettings } from './settings';

/** User name, password, query and path may all be secrets: what is left says where it goes. */
const bare = (address: string): string => {
  const { protocol, host, pathname } = new URL(address);
  const rest = /^\/?$/.test(pathname) ? '' : /^\/\d{1,5}$/.test(pathname) ? pathname : '/•••';
  return `${protocol}//${host}${rest}`;
};

const set = (secret: string | undefined): string => (secret === undefined ? 'not set' : 'set');
const budget = (day: number | undefined, month: number | undefined): string =>
  [
    ...(day === undefined ? [] : [`${day} credits per day`]),
    ...(month === undefined ? [] : [`${month} credits per month`]),
  ].join(', ') || 'no limit';
const groups = ({ named, others }: GroupLimits, unit: string): string[] =>
  [...named, ...(others === undefined ? [] : [['each group', others] as const])].map(
    ([group, limit]) => `${group}: ${limit} credits per ${unit}`,
  );
const metrics = ({ metrics: on, metricsPort }: GatewaySettings): string =>
  on ? (metricsPort === undefined ? 'on' : `on port ${metricsPort} only`) : 'off';
const audit = ({ folder, bytes, files }: NonNullable<GatewaySettings['audit']>): string =>
  `${folder}, ${files} files of ${shownSize(bytes)}`;
const history = ({ place, bytes, detail, age }: HistorySettings): string =>
  [
    place.kind === 'postgres' ? bare(place.url) : place.folder,
    `up to ${shownSize(bytes)}`,
    `every observation for ${shownTime(detail)}`,
    age === Infinity ? 'then one per week' : `then one per week, for ${shownTime(age)}`,
  ].join(', ');
const addinId = ({ addinId: id, publicUrl }: GatewaySettings): string =>
  id ?? (publicUrl === undefined ? 'as built' : idOf(publicUrl));
const whose = (shared: boolean): string => (shared ? 'team' : 'person');

export function settingLines(settings: GatewaySettings): readonly (readonly [string, string])[] {
  const { team, tls } = settings;
  const lines: [string, string][] = [
    ['Port', `${settings.host ?? 'all addresses'}, port ${settings.port}`],
    ['TLS', tls.kind === 'files' ? `${tls.cert}, ${tls.key}` : tls.kind],
    ['Public address', settings.publicUrl ?? 'not set'],
    ['Service', bare(settings.upstream.href)],
    ['Add-in', settings.addin],
    ['Add-in ID', addinId(settings)],
    ['Namespace', settings.namespace ?? 'as built'],
    ['Mode', settings.mode],
    ['Store', settings.redisUrl !== undefined ? bare(settings.redisUrl) : (settings.data ?? 'memory only')],
    ['Cache lifetime', settings.cacheAge === 0 ? 'recovery only' : shownTime(settings.cacheAge)],
    ['Recovery', shownTime(settings.recovery)],
    ['Memory', shownSize(settings.memoryBytes)],
    ['Disk', settings.data === undefined ? 'not used' : shownSize(settings.diskBytes)],
    ['History', settings.history === undefined ? 'not kept' : history(settings.history)],
    ['Feeds', settings.feedAge === undefined ? 'off' : `read codes for up to ${shownTime(settings.feedAge)}`],
    ['Watches', settings.watches ? 'on' : 'off'],
    ['Alerts may be sent to', settings.webhookHosts.join(', ') || 'nobody'],
    [
      'E-mail',
      settings.mail ? `${bare(settings.mail.url)}, to ${settings.mail.domains.join(', ')}` : 'not sent',
    ],
    ['Concurrent calls', String(settings.maxCalls)],
  ];
  if (settings.mode === 'team') {
    lines.push(
      ['Key', team.keyFile ?? set(team.key)],
      [
        'Entra',
        team.entra === undefined ? 'off' : `tenant ${team.entra.tenant}, ${team.entra.audience.join(', ')}`,
      ],
      ['Access codes', team.codesFile ?? 'in Redis'],
      ['Admin code', set(team.adminCode)],
      ['Person budget', budget(team.day.person, team.month.person)],
      [
        'Group budgets',
        [...groups(team.day.group, 'day'), ...groups(team.month.group, 'month')].join(', ') || 'no limit',
      ],
      ['Team budget', budget(team.day.team, team.month.team)],
      [
        'If Redis is down',
        team.withoutRedis === 'share' ? 'spends its reserved share' : 'refuses paid requests',
      ],
      ['Time zone', team.timeZone],
      ['Cache shared by', whose(settings.shareCache)],
      ['Calls shared by', whose(settings.shareCalls)],
      ['Rate limits shared by', whose(team.shareWindows)],
    );
  }
  lines.push(
    ['Metrics', metrics(settings)],
    ['Audit trail', settings.audit === undefined ? 'off' : audit(settings.audit)],
    ['Log', settings.logLevel],
    ['Proxies', String(settings.proxies)],
    ['Shutdown timeout', shownTime(settings.grace)],
  );
  return lines.map(([name, value]) => [name, plainText(value)]);
}

export function shownSettings(settings: GatewaySettings): string {
  const lines = settingLines(settings);
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
