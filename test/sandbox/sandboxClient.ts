// A bare HTTP client for these tests: nothing between the test and the wire.

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

export interface FaultItem {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: Record<string, unknown>;
}

export const paths = {
  ruretail: '/api/ruretail/products/search',
  hkproperty: '/api/hkproperty/valuations',
  bizbureau: '/api/bizbureau/businesses/search',
  nlretail: '/api/nlretail/products/search',
  jobsboard: '/api/jobsboard/companies',
  stays: '/api/stays/hotels/search',
} as const;

export type Service = keyof typeof paths;

export class SandboxClient {
  constructor(
    private readonly url: string | (() => string),
    private readonly key = 'sandbox-large',
  ) {}

  with(key: string): SandboxClient {
    return new SandboxClient(this.url, key);
  }

  async send(
    method: string,
    path: string,
    init: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<Reply> {
    const url = typeof this.url === 'string' ? this.url : this.url();
    const response = await fetch(url + path, { method, ...init });
    const text = await response.text();
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      body = undefined;
    }
    return { status: response.status, headers: response.headers, text, body };
  }

  post(service: Service, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('POST', paths[service], {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'access-token': this.key, ...headers },
    });
  }

  /** The records of an answer that must be a success. */
  async records<T = Record<string, unknown>>(service: Service, body: unknown): Promise<T[]> {
    const reply = await this.post(service, body);
    if (reply.status !== 200) throw new Error(`${service} answered ${reply.status}: ${reply.text}`);
    return reply.body as T[];
  }

  /** The items of a 422. */
  async faults(service: Service, body: unknown): Promise<FaultItem[]> {
    const reply = await this.post(service, body);
    if (reply.status !== 422) throw new Error(`${service} answered ${reply.status}, not 422: ${reply.text}`);
    return (reply.body as { detail: FaultItem[] }).detail;
  }

  statistic(key: string = this.key): Promise<Reply> {
    return this.send('GET', '/token/statistic', { headers: { 'access-token': key } });
  }

  control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Reply> {
    return this.send(method, `/sandbox${path}`, body === undefined ? {} : { body: JSON.stringify(body) });
  }
}
