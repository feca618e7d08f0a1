// A store that stays available. In front of Redis or the disk stands memory; when the remote store is slow, full or gone,
// memory goes on alone, keeps what was paid for, and tells the remote store everything when it is back.
import { RemoteStore, type RemoteOptions } from './remoteStore';
import { MemoryStore } from './memoryStore';
import { PendingWrites } from './pendingWrites';
import type { Amounts, Check, Holder, Offer, ReserveResult, TeamStore } from './store';

export interface ResilientOptions extends Pick<RemoteOptions, 'open' | 'timeout' | 'probeEvery'> {
  /** The time of day: a remote value may outlive this process. */
  readonly clock: () => number;
  /** Never jumps; the clock where there is no other. */
  readonly elapsed?: () => number;
  /** Bytes of pending writes and local copies together. */
  readonly maxBytes: number | (() => number);
  /** How long a local copy may stand for a remote value that another process may change. */
  readonly nearLifetime: number;
  readonly onChange?: (health: StoreHealth) => void;
  /** There is nothing behind memory that keeps values: they are held once. */
  readonly alone?: boolean;
}

export interface StoreHealth {
  readonly state: 'ok' | 'degraded';
  /** Why, for the operator; never a secret. */
  readonly reason?: string;
  /** Values that wait to be told. */
  readonly owed: number;
}

/** Another process has written this value: local copies of it are old. */
const changed = 'changed ';

const nothing = () => Promise.resolve(undefined);

/** A remote value carries its end, so that local copies end with it. */
function stamped(value: Buffer, expires: number): Buffer {
  const stamp = Buffer.alloc(8);
  stamp.writeDoubleBE(expires);
  return Buffer.concat([stamp, value]);
}

export class ResilientStore implements TeamStore {
  private readonly near: MemoryStore;
  private readonly pending: PendingWrites;
  private readonly own = `${Math.random().toString(36).slice(2)} `;
  private readonly remote: RemoteStore;
  private readonly tellers: (() => Promise<void>)[] = [];

  private constructor(private readonly options: ResilientOptions) {
    const { open, maxBytes, elapsed = options.clock, timeout, probeEvery, onChange } = options;
    const bound = typeof maxBytes === 'number' ? () => maxBytes : maxBytes;
    const owed = new PendingWrites(bound(), elapsed);
    this.pending = owed;
    this.near = new MemoryStore({ maxBytes: () => bound() - owed.bytes, clock: elapsed });
    this.remote = new RemoteStore({
      open: async () => this.heard(await open()),
      timeout,
      probeEvery,
      catchUp: (far) => this.catchUp(far),
      owing: () => !owed.empty,
      onChange: () => onChange?.(this.health),
    });
  }

  /** Tries the remote store once; without it, begins degraded. Rejects with `UnusableStore` where no gateway may use it. */
  static async open(options: ResilientOptions): Promise<ResilientStore> {
    const store = new ResilientStore(options);
    await store.remote.heal();
    if (store.remote.refusal) {
      await store.close();
      throw store.remote.refusal;
    }
    return store;
  }

  /** Bytes that values take in memory. */
  get bytes(): number {
    return this.near.values.bytes + this.pending.bytes;
  }

  /** Values in memory. */
  get size(): number {
    return this.near.values.size;
  }

  get health(): StoreHealth {
    const owed = this.pending.size;
    const reason = this.remote.trouble;
    return reason === undefined ? { state: 'ok', owed } : { state: 'degraded', reason, owed };
  }

  /**
   * Undefined while a process that uses the store has not told it everything: a value that is not found may still come. Else a name:
   * as long as it is the same, what was not found was not there.
   */
  async settled(): Promise<string | undefined> {
    const own = 'alone';
    if (this.options.alone) return own;
    return this.remote.ask(async (far) => (far.settled ? far.settled() : own), nothing);
  }

  /** What else this process tells the remote store; nothing is settled before it has. It rejects where it could not. */
  tellsToo(tell: () => Promise<void>): void {
    this.tellers.push(tell);
  }

  async read(key: string): Promise<Buffer | undefined> {
    const near = this.pending.read(key) ?? this.near.values.get(key);
    if (near || this.options.alone) return near;
    const found = await this.remote.look((far) => far.read(key), nothing);
    if (!found || found.length < 8) return undefined;
    // The store itself tells when a value ends; whoever wrote it may have had another time of day.
    const left = found.readDoubleBE(0) - this.options.clock();
    const value = found.subarray(8);
    if (left > 0) this.near.values.set(key, value, Math.min(left, this.options.nearLifetime));
    return value;
  }

  /** Whether there is certainly no such value: memory is all there is, and it has none. */
  lacks(key: string): boolean {
    return this.options.alone === true && !this.near.values.get(key);
  }

  /** What memory holds, at once; undefined says nothing. */
  peek(key: string): Buffer | undefined {
    return this.near.values.get(key);
  }

  /** `again`: a remote store that has lost its data is told again. */
  async write(key: string, value: Buffer, lifetime: number, again = true): Promise<void> {
    await this.keep(key, value, lifetime, again);
  }

  /** Writes, and tells whether the value is where it survives this process. Memory alone has no such place. */
  async keep(key: string, value: Buffer, lifetime: number, again = true): Promise<boolean> {
    this.near.values.set(key, value, Math.min(lifetime, this.options.nearLifetime));
    if (this.options.alone) return true;
    const pending = this.pending.write(key, value, lifetime, again);
    const whole = stamped(value, this.options.clock() + lifetime);
    return this.remote.ask(
      async (far) => {
        await far.write(key, whole, lifetime);
        this.pending.written(pending);
        await far.announce(changed + this.own + key);
        return true;
      },
      () => Promise.resolve(false),
    );
  }

  async offer(key: string, offer: Offer): Promise<Buffer> {
    const lifetime = Math.min(offer.lifetime, this.options.nearLifetime);
    const near = await this.near.offer(key, { ...offer, lifetime });
    if (this.options.alone) return near;
    this.pending.offer(key, offer);
    return this.remote.ask(
      async (far) => {
        const standing = await far.offer(key, offer);
        this.near.values.set(key, standing, lifetime);
        this.pending.taken(offer);
        await far.announce(changed + this.own + key);
        return standing;
      },
      () => Promise.resolve(near),
    );
  }

  /** What stands of what was offered. `fresh`: a local copy will not do. */
  async versions(key: string, fresh = false): Promise<Buffer | undefined> {
    const near = this.near.values.get(key);
    if (this.options.alone || (near && !fresh)) return near;
    const found = await this.remote.look((far) => far.read(key), nothing);
    if (found && !near?.equals(found)) this.near.values.set(key, found, this.options.nearLifetime);
    return found ?? near;
  }

  /** Near too, so that a remote store that forgets it at once is told again. */
  claim(key: string, holder: Holder, lease: number): Promise<Holder> {
    return this.remote.ask(
      async (far) => {
        const stands = await far.claim(key, holder, lease);
        if (stands.id === holder.id && !this.options.alone) await this.near.renew([key], holder, lease);
        return stands;
      },
      () => this.near.claim(key, holder, lease),
    );
  }

  async holder(key: string): Promise<Holder | undefined> {
    const near = await this.near.holder(key);
    return near ?? this.remote.ask((far) => far.holder(key), nothing);
  }

  /** Near too: a remote store that forgets everything must not make a call under way look lost. */
  async renew(keys: readonly string[], holder: Holder, lease: number): Promise<void> {
    if (!this.options.alone) await this.near.renew(keys, holder, lease);
    await this.remote.ask((far) => far.renew(keys, holder, lease), nothing);
  }

  async release(keys: readonly string[], id: string): Promise<void> {
    if (!this.options.alone) await this.near.release(keys, id);
    await this.remote.ask((far) => far.release(keys, id), nothing);
  }

  /** Memory follows what the remote store counted, so that budgets still hold when it goes away. */
  reserve(checks: readonly Check[], once = this.pending.nextStep()): Promise<ReserveResult> {
    let tried = false;
    return this.remote.ask(
      async (far) => {
        tried = true;
        const reserved = await far.reserve(checks, once);
        if (reserved.ok) this.follow(checks, reserved.sums);
        return reserved;
      },
      async () => {
        const reserved = await this.near.reserve(checks);
        // A step that was tried may have been counted there, or may still be: it is told again under its name.
        if (reserved.ok) this.pending.count(checks, tried ? once : undefined);
        return reserved;
      },
    );
  }

  async add(table: string, amounts: Amounts, lifetime: number): Promise<void> {
    const checks = Object.entries(amounts).map(([field, amount]) => ({
      ...{ table, sum: [field], field, amount, lifetime },
      limit: Number.MAX_SAFE_INTEGER,
    }));
    await this.reserve(checks);
  }

  /** Rejects while the remote store is away: whoever counts tells it again. */
  raise(table: string, amounts: Amounts): Promise<Amounts> {
    return this.remote.ask(
      (far) => far.raise(table, amounts),
      () => Promise.reject(new Error('The store is unavailable.')),
    );
  }

  async replace(table: string, amounts: Amounts, lifetime: number): Promise<void> {
    await this.near.replace(table, amounts, lifetime);
    await this.remote.ask((far) => far.replace(table, amounts, lifetime), nothing);
  }

  table(name: string): Promise<Record<string, number>> {
    return this.remote.look(
      (far) => far.table(name),
      () => this.near.table(name),
    );
  }

  async announce(message: string): Promise<void> {
    await this.near.announce(message);
    if (!this.options.alone) await this.remote.ask((far) => far.announce(message), nothing);
  }

  listen(listener: (message: string) => void): () => void {
    return this.near.listen(listener);
  }

  async close(): Promise<void> {
    await this.remote.close();
    await this.near.close();
  }

  /** A write is the probe: a full store still reads. */
  private async catchUp(far: TeamStore): Promise<void> {
    await this.remote.within(far.claimFormat?.() ?? nothing());
    await this.remote.within(far.write('probe', stamped(Buffer.alloc(0), 0), 60_000));
    const hasTold = await this.remote.within(far.telling?.() ?? nothing());
    await this.remote.within(this.renewOwn(far));
    await this.pending.pay({
      reserve: far.reserve.bind(far),
      write: (key, value, life) => far.write(key, stamped(value, this.options.clock() + life), life),
      offer: async (key, offer) => {
        const standing = await far.offer(key, { ...offer, now: this.options.clock() });
        this.near.values.delete(key);
        return standing;
      },
    });
    for (const tell of this.tellers) await tell();
    if (hasTold) await this.remote.within(hasTold());
  }

  /** The remote store may not know the leases of this process: it was away when they were taken, or it has lost its data. */
  private async renewOwn(far: TeamStore): Promise<void> {
    const own = this.near.leases();
    await Promise.all(own.map(({ key, holder, left }) => far.renew([key], holder, left)));
  }

  private async tellAgain(far: TeamStore, isLost: boolean): Promise<void> {
    if (isLost) this.pending.owe();
    await this.catchUp(far);
  }

  private heard(far: TeamStore): TeamStore {
    far.onConnect?.(() => void this.renewOwn(far).catch(() => undefined));
    far.onDoubt?.((isLost) => void this.tellAgain(far, isLost).catch(() => this.remote.heal()));
    this.pending.canLose = far.onDoubt !== undefined;
    far.listen((message) => {
      if (!message.startsWith(changed)) return void this.near.announce(message);
      const [, own, ...key] = message.split(' ');
      if (`${own} ` === this.own) return;
      this.near.values.delete(key.join(' '));
      this.pending.forget(key.join(' '));
    });
    return far;
  }

  private follow(checks: readonly Check[], sums: readonly number[]): void {
    checks.forEach(({ table, sum, field, lifetime }, index) => {
      const zeros = Object.fromEntries(sum.map((name) => [name, 0]));
      const others = Object.fromEntries(
        Object.entries(this.near.tables.table(table)).filter(([name]) => !sum.includes(name)),
      );
      this.near.tables.replace(table, { ...others, ...zeros, [field]: sums[index] ?? 0 }, lifetime);
    });
  }
}
