// Watches as the pane asks for them, against a gateway in this process.
import type { TestGateway } from '../support/testGateway';

export interface Shown {
  readonly id: string;
  readonly state: string;
  readonly why?: string;
  readonly nextAt?: number;
  readonly price: { readonly run: number; readonly day: number; readonly month: number };
  readonly spent: { readonly day: number; readonly month: number };
  readonly running?: { readonly done: number; readonly of: number };
  readonly last?: {
    readonly tick: number;
    readonly outcome: string;
    readonly credits: number;
    readonly responses: number;
    readonly changed: number;
    readonly detail?: string;
  };
  readonly endsUnseenAt?: number;
  readonly own: boolean;
}

export const hour = 3_600_000;
export const day = 24 * hour;
const request = (unit: string) => ({ operation: 'hkproperty', body: { unit } });
export const daily = { kind: 'days', days: [1, 2, 3, 4, 5, 6, 7], at: '07:00', zone: 'UTC' };
export const form = (units: readonly string[], more: object = {}) => ({
  name: 'A watch',
  requests: units.map(request),
  schedule: daily,
  limits: { day: 1_000, month: 10_000 },
  ...more,
});

export class Watches {
  constructor(
    private readonly gateway: TestGateway,
    private readonly headers: Record<string, string>,
  ) {}

  send(method: string, path = '', body?: unknown): Promise<Response> {
    return Promise.resolve(
      this.gateway.gateway.fetch(
        new Request(`https://gateway.test/gateway/watches${path}`, {
          method,
          headers: { 'content-type': 'application/json', ...this.headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
        {},
      ),
    );
  }

  async price(watch: object): Promise<Shown['price']> {
    const { requests, schedule } = watch as { requests: unknown; schedule: unknown };
    const { run, day, month } = (await (
      await this.send('POST', '/price', { requests, schedule })
    ).json()) as Shown['price'];
    return { run, day, month };
  }

  async create(watch: object, more: object = {}): Promise<Shown> {
    const response = await this.send('POST', '', { ...watch, agreed: await this.price(watch), ...more });
    if (response.status !== 201) throw new Error(await response.text());
    return (await response.json()) as Shown;
  }

  async list(query = ''): Promise<readonly Shown[]> {
    const response = await this.send('GET', query);
    if (response.status !== 200) throw new Error(await response.text());
    return ((await response.json()) as { watches: Shown[] }).watches;
  }

  async one(id: string): Promise<Shown | undefined> {
    return (await this.list()).find((watch) => watch.id === id);
  }
}
