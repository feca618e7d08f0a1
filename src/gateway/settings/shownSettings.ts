// The effective settings as `--check` prints them: everything that decides something, no secret.
import type { Settings } from './settings';

const bare = (address: string): string => {
  const url = new URL(address);
  if (url.password !== '') url.password = '•••';
  return url.href;
};

const time = (milliseconds: number): string => {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1_000],
  ] as const;
  const [name, length] = units.find(([, size]) => milliseconds >= size && milliseconds % size === 0) ?? [
    's',
    1_000,
  ];
  return `${milliseconds / length}${name}`;
};

const set = (secret: string | undefined): string => (secret === undefined ? 'not set' : 'set');
const credits = (limit: number | undefined): string =>
  limit === undefined ? 'no limit' : `${limit} credits a day`;
const whose = (shared: boolean): string => (shared ? 'team' : 'person');

export function shownSettings(settings: Settings): string {
  const { team, tls } = settings;
  const lines: [string, string][] = [
    ['Port', `${settings.host ?? 'every address'}, port ${settings.port}`],
    ['TLS', tls.kind === 'files' ? `${tls.cert}, ${tls.key}` : tls.kind],
    ['Public address', settings.publicUrl ?? 'not set'],
    ['Service', bare(settings.upstream.href)],
    ['Add-in', settings.addin],
    ['Mode', settings.mode],
    ['Store', settings.redisUrl !== undefined ? bare(settings.redisUrl) : (settings.data ?? 'memory only')],
    ['Answers stand for', settings.cacheAge === 0 ? 'recovery only' : time(settings.cacheAge)],
    ['Recovery', time(settings.recovery)],
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
      ['Person budget', credits(team.personBudget)],
      ['Team budget', credits(team.teamBudget)],
      ['Time zone', team.timeZone],
      ['Cache of the', whose(settings.shareCache)],
      ['Calls of the', whose(settings.shareCalls)],
      ['Windows of the', whose(team.shareWindows)],
    );
  }
  lines.push(
    ['Metrics', settings.metrics ? 'on' : 'off'],
    ['Log', settings.logLevel],
    ['Proxies', String(settings.proxies)],
    ['Stops within', time(settings.grace)],
  );
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
