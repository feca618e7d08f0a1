// Several gateways of one team on one real Redis, for the tests of a file: started anew for each test and ended after it.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RedisServer } from './redisServer';
import { testGateway, type TestGateway } from './testGateway';
import { removeFolder } from '../../removeFolder';

export const admin = { 'access-token': 'an-admin-code-of-many-letters' };

const ledger = 'spillway:ledger';

export class TeamOfGateways {
  redis!: RedisServer;
  folder!: string;
  gateways: TestGateway[] = [];

  constructor({ keepsRedis = false } = {}) {
    beforeEach(async () => {
      this.redis = await RedisServer.start({ isKept: keepsRedis });
      this.folder = mkdtempSync(path.join(tmpdir(), 'spillway-team-'));
    });
    afterEach(async () => {
      this.redis.resume();
      await this.close();
      await this.redis.end();
      removeFolder(this.folder);
    });
  }

  /** Ends all gateways there are. */
  async close(): Promise<void> {
    await Promise.all(this.gateways.map((gateway) => gateway.close()));
    this.gateways = [];
  }

  age(): Promise<void> {
    return this.redis.age();
  }

  /** How many gateways have a share of a budget set aside, for a time without Redis. */
  async shares(): Promise<number> {
    const periods = (await this.redis.command('HKEYS', `${ledger}:periods`)) as string[];
    const spent = await Promise.all(
      periods.map((period) => this.redis.command('HVALS', `${ledger}:${period}`) as Promise<string[]>),
    );
    return spent.flat().filter((value) => /:[1-9]\d*$/.test(value)).length;
  }

  async start(env: Record<string, string> = {}): Promise<TestGateway> {
    const gateway = await testGateway({
      SPILLWAY_MODE: 'team',
      SPILLWAY_KEY: 'the-key-of-the-team',
      SPILLWAY_ADMIN_CODE: admin['access-token'],
      SPILLWAY_STORE_TIMEOUT: '1s',
      REDIS_URL: this.redis.url,
      ...env,
    });
    this.gateways.push(gateway);
    return gateway;
  }
}
