// A gateway of which nothing but its name is in Redis: the others wait for it, for as long as a test likes.
import { eventually } from './eventually';
import type { RedisServer } from './redisServer';

export class AnotherGateway {
  private readonly key: string;

  constructor(
    private readonly redis: RedisServer,
    private readonly prefix = 'spillway:',
  ) {
    this.key = `${prefix}gateways`;
  }

  /** Resolves when those who are there know it. */
  async join(): Promise<void> {
    await this.tell();
    const seen = await this.field('~beat');
    await this.announce();
    await eventually(async () => (await this.field('~beat')) !== seen);
  }

  /** It has told Redis everything. */
  async tell(): Promise<void> {
    await this.set(`${await this.field('~server')} ${Date.now()}`);
  }

  /** Resolves when the others wait for it, which they do from then on. */
  async isAwaited(): Promise<void> {
    await eventually(async () => (await this.field('another'))?.startsWith('- '));
    await this.set(`- ${Date.now() + 3_600_000}`);
  }

  /** It has been silent for so long that it has ended. */
  async end(): Promise<void> {
    await this.set('- 1');
    await this.announce();
  }

  get isKnown(): Promise<boolean> {
    return this.field('another').then((state) => state !== null);
  }

  private set(state: string): Promise<unknown> {
    return this.redis.command('HSET', this.key, 'another', state);
  }

  private async field(name: string): Promise<string | null> {
    return (await this.redis.command('HGET', this.key, name)) as string | null;
  }

  private announce(): Promise<unknown> {
    return this.redis.command('PUBLISH', `${this.prefix}news`, 'lost');
  }
}
