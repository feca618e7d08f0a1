// The shared ledger in memory, step for step what the scripts do in Redis (a test compares the two), with commands that can be
// held back, run late, or run without their reply arriving.
import {
  decodeRegister,
  encodeRegister,
  familyOf,
  fieldOf,
  readField,
} from '../../../src/gateway/ledger/register';
import {
  settling,
  type LedgerNews,
  type Member,
  type Put,
  type RestoreCommand,
  type RestoreReply,
  type SharedLedger,
  type SyncCommand,
  type SyncReply,
  type Ruling,
} from '../../../src/gateway/ledger/sharedLedger';

interface Data {
  epoch: string | undefined;
  server: number;
  born: number;
  members: Map<string, Member>;
  periods: Map<string, Map<string, string>>;
}

const emptyData = (): Data => ({
  epoch: undefined,
  server: 0,
  born: 0,
  members: new Map(),
  periods: new Map(),
});

export class LedgerStore {
  data = emptyData();
  server = 1;
  readonly listeners = new Map<string, (news: LedgerNews) => void>();

  constructor(readonly now: () => number) {}

  /** The server is started again, with nothing or with an old copy. */
  restart(data: Data = emptyData()): void {
    this.data = data;
    this.server += 1;
  }

  copy(): Data {
    const { epoch, server, born, members, periods } = this.data;
    return {
      epoch,
      server,
      born,
      members: new Map(members),
      periods: new Map([...periods].map(([period, fields]) => [period, new Map(fields)])),
    };
  }

  restore(q: RestoreCommand): RestoreReply {
    const { data } = this;
    const stored = data.members.get(q.gateway)?.seq ?? 0;
    if (
      data.epoch === undefined ||
      data.server !== this.server ||
      (data.epoch === q.epoch && stored < q.acked)
    ) {
      data.epoch = q.nextEpoch;
      data.server = this.server;
      data.born = this.now();
      for (const [id, member] of data.members)
        if (member.state === 'here') data.members.set(id, { ...member, state: 'silent' });
    }
    for (const [id, { gone, kept }] of Object.entries(q.members))
      if (!data.members.has(id)) data.members.set(id, { state: gone ? 'gone' : 'silent', seq: 0, kept });
    for (const [period, fields] of Object.entries(q.periods))
      for (const [field, text] of Object.entries(fields)) {
        const known = this.fields(period).get(field);
        if (decodeRegister(text).seq > (known === undefined ? -1 : decodeRegister(known).seq))
          this.fields(period).set(field, text);
      }
    const seq = Math.max(stored, q.seq);
    data.members.set(q.gateway, { state: 'here', seq, kept: q.kept });
    return { epoch: data.epoch, members: this.members(), periods: this.read(q.read), seq };
  }

  sync(q: SyncCommand): SyncReply {
    const { data } = this;
    const me = data.members.get(q.gateway);
    if (data.epoch !== q.epoch || data.server !== this.server || me?.state !== 'here' || me.seq < q.acked)
      return { kind: 'lost' };
    if (me.seq >= q.seq) return { kind: 'stale' };
    data.members.set(q.gateway, { ...me, seq: q.seq, state: q.leave ? 'gone' : 'here' });
    for (const { gateway, seq } of q.evict) this.evict(gateway, seq);
    const changed = new Map<string, Put>();
    const write = (put: Put) => {
      this.fields(put.period).set(fieldOf(put.account, q.gateway), encodeRegister({ ...put, seq: q.seq }));
      changed.set(`${put.period} ${put.account}`, put);
    };
    for (const put of q.puts) write(put);
    const age = this.now() - data.born;
    const blocked =
      (age >= 0 && age < settling) || [...data.members.values()].some(({ state }) => state === 'silent');
    const verdicts = q.asks.map((ask) => this.judge(ask, q.gateway, blocked, write));
    for (const { period, account, limit, share } of blocked ? [] : q.wants) {
      const sums = this.sums(period, account, q.gateway);
      const granted = Math.max(0, Math.min(share, limit - sums.spent - sums.held));
      if (granted > sums.ownShare && account.startsWith('*'))
        for (const field of [...this.fields(period).keys()]) {
          const used = readField(field).account;
          if (familyOf(used) !== account || changed.has(`${period} ${used}`)) continue;
          const own = this.sums(period, used, q.gateway);
          write({ period, account: used, spent: own.ownSpent, share: own.ownShare });
        }
      write({ period, account, spent: sums.ownSpent, share: granted });
    }
    const own = [...changed.values()];
    if (own.length > 0) this.publish({ kind: 'changed', gateway: q.gateway, seq: q.seq, own });
    return { kind: 'ok', verdicts, own, members: this.members(), periods: this.read(q.read) };
  }

  private judge(
    { amount, checks }: SyncCommand['asks'][number],
    gateway: string,
    blocked: boolean,
    write: (put: Put) => void,
  ): Ruling {
    const puts: Put[] = [];
    for (const [index, { period, account, limit }] of checks.entries()) {
      const { spent, held, ownSpent, ownShare } = this.sums(period, account, gateway);
      if (limit !== undefined && blocked) return { kind: 'blocked' };
      if (limit !== undefined && spent + held + amount > limit) {
        if (spent + amount > limit) return { kind: 'over', index };
        this.publish({ kind: 'recall', gateway, period, account });
        return { kind: 'held', index };
      }
      const room = limit === undefined ? ownShare : limit - spent - held - amount;
      puts.push({
        period,
        account,
        spent: ownSpent + amount,
        share: Math.max(0, Math.min(ownShare, room)),
      });
    }
    puts.forEach(write);
    return { kind: 'ok' };
  }

  private sums(period: string, account: string, gateway: string) {
    const sums = { spent: 0, held: 0, ownSpent: 0, ownShare: 0 };
    const family = familyOf(account);
    const at = (name: string) => this.fields(period).get(name);
    for (const id of this.data.members.keys()) {
      const text = at(fieldOf(account, id));
      const stand = text ?? (family === undefined ? undefined : at(fieldOf(family, id)));
      const { share } = decodeRegister(stand ?? '0:0:0');
      const { spent } = decodeRegister(text ?? '0:0:0');
      sums.spent += spent;
      if (id === gateway) Object.assign(sums, { ownSpent: spent, ownShare: share });
      else sums.held += share;
    }
    return sums;
  }

  private evict(gateway: string, seq: number): void {
    const member = this.data.members.get(gateway);
    if (!member || member.seq !== seq || member.state === 'gone') return;
    this.data.members.set(gateway, { ...member, state: 'gone' });
    if (member.kept) return;
    for (const fields of this.data.periods.values())
      for (const [field, text] of fields)
        if (!field.startsWith('*') && readField(field).gateway === gateway) {
          const { seq: at, spent, share } = decodeRegister(text);
          fields.set(field, encodeRegister({ seq: at, spent: spent + share, share: 0 }));
        }
  }

  private publish(news: LedgerNews): void {
    for (const listener of this.listeners.values()) listener(news);
  }

  private fields(period: string): Map<string, string> {
    const fields = this.data.periods.get(period) ?? new Map<string, string>();
    this.data.periods.set(period, fields);
    return fields;
  }

  private members(): Record<string, Member> {
    return Object.fromEntries(this.data.members);
  }

  private read(periods: readonly string[]): Record<string, Record<string, string>> {
    return Object.fromEntries(periods.map((period) => [period, Object.fromEntries(this.fields(period))]));
  }
}

interface Held {
  readonly run: () => unknown;
  readonly resolve: (reply: never) => void;
  readonly reject: (error: Error) => void;
}

/** One gateway's way to the store. */
export class SimulatedLedger implements SharedLedger {
  /** `held`: commands wait for `step`. `dead`: its process has ended. */
  way: 'open' | 'away' | 'held' | 'dead' = 'open';
  readonly waiting: Held[] = [];
  /** Given up by the caller; the store may still run them. */
  readonly late: (() => unknown)[] = [];

  constructor(
    private readonly store: LedgerStore,
    private readonly name: string,
  ) {}

  sync(command: SyncCommand): Promise<SyncReply> {
    const sent = structuredClone(command);
    return this.send(() => this.store.sync(sent));
  }

  restore(command: RestoreCommand): Promise<RestoreReply> {
    const sent = structuredClone(command);
    return this.send(() => this.store.restore(sent));
  }

  listen(listener: (news: LedgerNews) => void): void {
    this.store.listeners.set(this.name, (news) => this.way !== 'away' && listener(structuredClone(news)));
  }

  close(): Promise<void> {
    this.store.listeners.delete(this.name);
    return Promise.resolve();
  }

  /** Lets the waiting command run and answer, run without an answer, or be given up before it runs. */
  step(how: 'answer' | 'lose' | 'giveUp'): void {
    const held = this.waiting.shift();
    if (!held) return;
    const reply = how === 'giveUp' ? this.late.push(held.run) : held.run();
    if (how === 'answer') held.resolve(reply as never);
    else held.reject(new Error('Command timed out'));
  }

  private send<T>(run: () => T): Promise<T> {
    if (this.way === 'away') return Promise.reject(new Error('Connection is closed.'));
    if (this.way === 'dead') return new Promise(() => undefined);
    if (this.way === 'open') return Promise.resolve(structuredClone(run()));
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ run, resolve, reject });
    });
  }
}
