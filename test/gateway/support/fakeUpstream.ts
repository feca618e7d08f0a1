// The service as the gateway's tests need it: it remembers what it was called with and answers when told to.
import type { Upstream, UpstreamResponse, UpstreamCall } from '../../../src/gateway/upstream/upstream';

export const answer = (
  status: number,
  body: unknown,
  headers: { retryAfter?: string } = {},
): UpstreamResponse => ({
  status,
  type: 'application/json',
  retryAfter: headers.retryAfter,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

export const records = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ '@type': 'Test', id: `${i}` }));

const limits = {
  ten_second_limit: 1_000,
  minutely_limit: 1_000,
  hourly_limit: 1_000,
  daily_limit: 1_000,
  monthly_limit: 1_000,
  ten_second_usage: 0,
  minutely_usage: 0,
  hourly_usage: 0,
  daily_usage: 0,
  monthly_usage: 0,
};

export class FakeUpstream implements Upstream {
  /** Data calls only. */
  readonly calls: UpstreamCall[] = [];
  statistic: Record<string, unknown> = {
    ...limits,
    is_primary: true,
    points: 500,
    user: { email: 'owner@x.test' },
  };
  reply: (call: UpstreamCall) => UpstreamResponse | Promise<UpstreamResponse> = (call) => {
    const { count = 1 } = JSON.parse(call.body ?? '{}') as { count?: number };
    return answer(200, records(count));
  };

  call(call: UpstreamCall): Promise<UpstreamResponse> {
    if (call.path === '/token/statistic') return Promise.resolve(answer(200, [this.statistic]));
    this.calls.push(call);
    return Promise.resolve().then(() => this.reply(call));
  }

  /** The next calls wait until the returned function is called. */
  hold(): (reply?: UpstreamResponse) => void {
    let free: (reply: UpstreamResponse | undefined) => void = () => undefined;
    const gate = new Promise<UpstreamResponse | undefined>((resolve) => (free = resolve));
    const usual = this.reply;
    this.reply = async (call) => (await gate) ?? usual(call);
    return (reply) => free(reply);
  }

  close(): void {}
}
