// Watches, wired from the settings: where they are kept, whom they run for, what they may spend, and the loop that runs them.
import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { AuditTrail } from './audit/auditTrail';
import type { Base } from './base';
import { keyMask } from './calls/keyMask';
import type { GatewayEnv } from './http/gatewayEnv';
import type { People } from './openPeople';
import type { DataService } from './routes/dataService';
import { NewerFormat } from './stores/storedFormat';
import { mailSender } from './watch/alertMail';
import { AlertPost, type Clean } from './watch/alertPost';
import { keyBox, type KeyBox } from './watch/keyBox';
import { openRecords, type RecordForm } from './stores/recordPlaces';
import { WatchRunner, type Identify } from './watch/runner';
import { handedOverId, isDeleted, type WatchRecord } from './watch/watch';
import { WatchBook } from './watch/watchBook';
import { watchRoutes } from './watch/watchRoutes';

interface OpenWatchesParts extends Base {
  readonly people: People;
  readonly audit: AuditTrail | undefined;
  /** Milliseconds between two looks at what is due. */
  readonly lookEvery?: number | undefined;
}

export interface OpenWatches {
  readonly routes: Hono<GatewayEnv>;
  /** Why watches do not run at the moment. */
  readonly trouble: string | undefined;
  /** Runs what is due from now on. */
  start(data: DataService): void;
  measure(): void;
  /** Begins nothing, and waits for what was sent. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const form: RecordForm<WatchRecord> = {
  /** Version 0.2 knows no lists that were handed over. */
  apart: { begins: handedOverId, name: 'handedOver' },
  isRecord: (record) =>
    isDeleted(record) ||
    (Array.isArray(record.requests) && [record.owner, record.schedule, record.limits].every(isObject)),
};

/** Undefined where there are none: they are switched off, or nothing outlives this process. */
export async function openWatches(parts: OpenWatchesParts): Promise<OpenWatches | undefined> {
  const { settings, store, people, audit, clock, elapsed, log, metrics, lookEvery = 1_000 } = parts;
  if (!settings.watches) return undefined;
  const place = await openRecords<WatchRecord>(settings, 'watches', 'watch', form).catch((error: Error) => {
    if (error instanceof NewerFormat) throw error;
    log.error({ reason: error.message }, 'watches cannot be stored');
    return undefined;
  });
  if (!place) return undefined;
  const gateway = randomBytes(9).toString('base64url');
  const book = new WatchBook({
    place,
    clock,
    elapsed,
    gateway,
    lease: settings.lease,
    settled: () => store.settled(),
    onTrouble: (reason) => (reason === undefined ? log.info({}, 'watches') : log.warn({ reason }, 'watches')),
  });
  if (!place.isAlone) store.tellsToo(() => book.tellAgain());
  await book.load().catch(() => undefined);
  const box = settings.mode === 'team' || settings.secret === undefined ? undefined : keyBox(settings.secret);
  let runner: WatchRunner | undefined;
  const routes = watchRoutes({
    book,
    signIn: people.signIn,
    proxies: settings.proxies,
    audit,
    clock,
    elapsed,
    box,
    keys: people.keys,
    allowed: { hosts: settings.webhookHosts, mail: settings.mail },
    wake: () => runner?.scan(),
  });
  const identify = box ? personalOwner(box) : teamOwner(people);
  const post = new AlertPost({
    book,
    gateway,
    hosts: settings.webhookHosts,
    mail: settings.mail,
    sendMail: settings.mail && mailSender(settings.mail),
    clean: cleaner(identify),
    clock,
    log,
  });
  let beat: NodeJS.Timeout | undefined;
  return {
    routes,
    get trouble() {
      return book.trouble;
    },
    start: (data) => {
      runner = new WatchRunner({
        book,
        gateway,
        data,
        identify,
        clock,
        log,
        onRun: ({ last }) => last && metrics.watchRuns.inc({ outcome: last.outcome }),
      });
      const look = async () => {
        await book.beat();
        runner?.scan();
        post.scan();
      };
      // An error nobody expects would end the process, and every paid call with it.
      const failed = (error: unknown) => log.warn({ reason: String(error) }, 'watches');
      beat = setInterval(() => void look().catch(failed), lookEvery).unref();
    },
    measure: () => {
      const states = { on: 0, paused: 0, ended: 0 };
      for (const { state } of book.all()) states[state] += 1;
      for (const [state, count] of Object.entries(states)) metrics.watches.set({ state }, count);
    },
    drain: async () => {
      clearInterval(beat);
      await Promise.all([runner?.drain(), post.drain()]);
    },
    close: () => book.close(),
  };
}

/** Somebody may have put the key into the name of a watch. */
const cleaner =
  (identify: Identify): Clean =>
  async (watch) => {
    const person = await identify(watch);
    return (text) => ('key' in person ? keyMask(person.key).text(text) : text);
  };

const personalOwner =
  (box: KeyBox): Identify =>
  ({ id: watch, owner: { id, name }, sealedKey }) => {
    const key = sealedKey === undefined ? undefined : box.open(sealedKey, `${watch} ${id}`);
    return Promise.resolve(
      key === undefined
        ? { why: 'The stored key cannot be read. Delete this watch and create it again.' }
        : { id, name, key, admin: false },
    );
  };

const teamOwner =
  ({ codes, teamKey }: People): Identify =>
  async ({ owner: { id, name, account, groups = [] } }) => {
    const code = /^code:(.+)$/.exec(id)?.[1];
    if (code !== undefined) await codes?.refresh();
    if (code !== undefined && !codes?.isActive(code))
      return { why: 'The access code of its owner was revoked or has expired.' };
    return { id, name, account, groups, key: teamKey?.() ?? '', admin: false };
  };
