// Who may use the gateway, wired from the settings: the sign-in of the mode, access codes, the team's key, and the
// service as seen through those who learn from its responses.
import path from 'node:path';
import { tokenStatistic } from '../operations/tokenStatistic';
import { Problem, tryAgain } from './http/problem';
import type { Base } from './base';
import { AttemptLimit } from './people/attemptLimit';
import { codeFile, codesInRedis, type CodeStore } from './people/codeStore';
import { CodeRegister } from './people/codeRegister';
import { EntraTokens } from './people/entraTokens';
import { KeyAttemptLimit, type KeyCheck } from './people/keyAttemptLimit';
import { personalSignIn, TeamSignIn, type SignIn } from './people/signIn';
import type { GatewaySettings } from './settings/settings';
import { type Upstream, ServiceWatch } from './upstream/upstream';
import { readFileSync, statSync } from 'node:fs';
import { canBeSent } from '../engine/request/credential';
import { Freshness } from './people/freshness';

// The team's key. From a file it is read again when the file changes, so that a key is rotated without a restart.

const lookEvery = 5_000;

/** `now`: the file is looked at, however recently it was. */
type TeamKey = (now?: boolean) => string;

function teamKey(
  { key, keyFile }: { readonly key: string | undefined; readonly keyFile: string | undefined },
  clock: () => number,
  /** Told, once, of a file that cannot be used; the key that was read before stays. */
  onTrouble: (reason: string) => void,
): TeamKey {
  if (keyFile === undefined) return () => key ?? '';
  let known = readFileSync(keyFile, 'utf8').trim();
  let changed = statSync(keyFile).mtimeMs;
  let told = '';
  const looked = new Freshness(clock);
  looked.renew();
  return (now = false) => {
    if (!now && looked.within(lookEvery)) return known;
    looked.renew();
    try {
      const time = statSync(keyFile).mtimeMs;
      const text = time === changed ? known : readFileSync(keyFile, 'utf8').trim();
      // A file that is being written may be empty for a moment, and one with two lines can be no header.
      if (!canBeSent(text)) throw new Error('The key file is empty or does not contain exactly one key.');
      changed = time;
      known = text;
      told = '';
    } catch (error) {
      // A file that is away for a moment does not take the key away.
      const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
      if (told !== reason) onTrouble(reason);
      told = reason;
    }
    return known;
  };
}

interface PeopleParts extends Base {
  readonly service: Upstream;
}

export interface People {
  readonly signIn: SignIn;
  readonly upstream: Upstream;
  readonly watch: ServiceWatch;
  /** In personal mode there are read codes only, and none where they cannot be kept. */
  readonly codes: CodeRegister | undefined;
  /** Limits of agents, and which were stopped; undefined where none are served. */
  readonly agents: CodeRegister | undefined;
  readonly keys: KeyCheck;
  /** Undefined in personal mode. */
  readonly teamKey?: () => string;
  /** Reads the files of codes and key again, now. */
  reload(): Promise<void>;
}

type SignedIn = Omit<People, 'agents'>;

export function codeRegister(
  { team, redisUrl, redisPrefix }: GatewaySettings,
  clock: () => number,
  parts?: PeopleParts,
): CodeRegister {
  const file = team.codesFile === undefined ? [] : [codeFile(path.resolve(team.codesFile))];
  const shared = redisUrl === undefined ? [] : [codesInRedis(redisUrl, redisPrefix)];
  return opened([...file, ...shared], clock, parts);
}

/** What was revoked or stopped, and Redis has lost, is there again before anybody is told what holds. */
function opened(
  places: readonly CodeStore[],
  clock: () => number,
  parts: PeopleParts | undefined,
): CodeRegister {
  if (!parts) return new CodeRegister(places, clock);
  const { store } = parts;
  const register = new CodeRegister(places, clock, troubleTo(parts), () => store.settled());
  store.tellsToo(() => register.tellAgain());
  return register;
}

/** Beside the codes, and stored as they are. */
function agentRegister(parts: PeopleParts): CodeRegister | undefined {
  const { mcp, data, redisUrl, redisPrefix } = parts.settings;
  if (!mcp) return undefined;
  const file = data === undefined ? [] : [codeFile(path.join(data, 'agents.json'))];
  const shared = redisUrl === undefined ? [] : [codesInRedis(redisUrl, `${redisPrefix}agents:`)];
  return opened([...file, ...shared], parts.clock, parts);
}

export function openPeople(parts: PeopleParts): People {
  const watch = new ServiceWatch(parts.service, parts.clock);
  const people = parts.settings.mode === 'team' ? teamPeople(watch, parts) : personalPeople(watch, parts);
  return { ...people, agents: agentRegister(parts) };
}

function personalPeople(watch: ServiceWatch, parts: PeopleParts): SignedIn {
  const { settings, clock, elapsed, metrics } = parts;
  const { data, redisUrl, feedAge } = settings;
  const guard = new KeyAttemptLimit(elapsed, () => metrics.signInFailures.inc({ way: 'key' }));
  const hasPlace = data !== undefined || redisUrl !== undefined;
  const codes = hasPlace && feedAge !== undefined ? codeRegister(settings, clock, parts) : undefined;
  const upstream = guard.watch(watch.upstream);
  return {
    signIn: personalSignIn(guard),
    upstream,
    watch,
    codes,
    keys: {
      isAccepted: (key) => guard.isAccepted(key),
      check: async (key) => {
        if (guard.isAccepted(key)) return;
        await askAbout(key, upstream);
        if (!guard.isAccepted(key)) throw unreachable();
      },
    },
    reload: async () => codes?.refresh(true),
  };
}

const keyDeadline = 10_000;

const unreachable = () =>
  tryAgain(503, 'The gateway cannot reach the data service. Nothing was changed. Try again.');

/** By the token statistic, which is free. */
async function askAbout(key: string, upstream: Upstream): Promise<void> {
  const { status } = await upstream
    .call({ method: 'GET', path: tokenStatistic.path, key, deadline: keyDeadline })
    .catch(() => Promise.reject(unreachable()));
  if (status === 401)
    throw new Problem(
      422,
      'The service rejected your key. Nothing was changed. Enter a valid key to continue.',
    );
}

/** Each reason once. */
function troubleTo({ log }: PeopleParts): (reason: string) => void {
  const told = new Set<string>();
  return (reason) => {
    if (!told.has(reason)) log.error({ reason }, 'access codes');
    told.add(reason);
  };
}

const hasGroupBudgets = ({ day, month }: GatewaySettings['team']): boolean =>
  [day, month].some(({ group }) => group.others !== undefined || group.named.size > 0);

function teamPeople(watch: ServiceWatch, parts: PeopleParts): SignedIn {
  const { settings, clock, elapsed, log, metrics } = parts;
  const { team } = settings;
  const codes = codeRegister(settings, clock, parts);
  const key = teamKey(team, clock, (reason) => log.error({ reason }, 'key file'));
  const signIn = new TeamSignIn({
    key,
    codes,
    entra:
      team.entra &&
      new EntraTokens(team.entra, clock, hasGroupBudgets(team), (person) => {
        metrics.signInFailures.inc({ way: 'groups' });
        log.warn({ person }, 'a token without its groups was refused, because groups have budgets');
      }),
    adminCode: team.adminCode,
    limit: new AttemptLimit(elapsed),
    clock,
    onFailure: (way) => metrics.signInFailures.inc({ way }),
  });
  return {
    signIn,
    upstream: watch.upstream,
    watch,
    codes,
    keys: { isAccepted: () => true, check: () => Promise.resolve() },
    teamKey: key,
    reload: async () => {
      key(true);
      await codes.refresh(true);
    },
  };
}
