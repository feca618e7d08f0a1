// Rate limits are learnt once for all gateways: one asks the service, the others take what it found. Otherwise each would
// ask at the start, and each would overwrite what the others have counted since.
import { randomBytes } from 'node:crypto';
import type { TokenRecord } from '../../operations/tokenStatistic';
import type { Store } from '../stores/store';

const lifetime = 60_000;
const lease = 10_000;
const longestWait = 8_000;
const pause = 50;

export class SharedRateLimits {
  constructor(
    private readonly store: Store,
    private readonly elapsed: () => number,
  ) {}

  /** `learn` asks the service and hands what it found to `found`; resolves with what another gateway found, if one did. */
  async once(scope: string, learn: () => Promise<unknown>): Promise<TokenRecord | undefined> {
    const known = await this.#read(scope);
    if (known) return known;
    const key = `learning:${scope}`;
    const holder = { id: randomBytes(9).toString('base64url'), size: 1 };
    const held = await this.store.claim(key, holder, lease);
    if (held.id === holder.id) {
      try {
        await learn();
      } finally {
        await this.store.release([key], holder.id);
      }
      return undefined;
    }
    const until = this.elapsed() + longestWait;
    while (this.elapsed() < until) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const found = await this.#read(scope);
      if (found) return found;
      if (!(await this.store.holder(key))) break;
    }
    await learn();
    return undefined;
  }

  async found(scope: string, record: TokenRecord): Promise<void> {
    const { user: _user, ...rest } = record;
    await this.store.write(`limits:${scope}`, Buffer.from(JSON.stringify(rest)), lifetime);
  }

  async #read(scope: string): Promise<TokenRecord | undefined> {
    const bytes = await this.store.read(`limits:${scope}`);
    return bytes && (JSON.parse(bytes.toString()) as TokenRecord);
  }
}
