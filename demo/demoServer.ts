// Everything the add-in and the playground ask a server for, as one fetch handler that needs none: the sandbox, and in front
// of it the smallest gateway. It has no cache of its own, keeps no key and passes each response on as it is. The Node
// gateway is sockets, files, databases and threads for the most part, so nothing of it would be left to share.
import { keyNames } from '../sandbox/accounts/keys';
import type { Sources } from '../sandbox/contract/source';
import { createSandbox } from '../sandbox/sandbox';
import type { KeptState } from '../sandbox/sandboxState';
import { infoPath } from '../src/protocol/gateway';
import { cacheHeader, free, gatewayHeader } from '../src/protocol/headers';

const day = 86_400_000;
const mostDays = 3_650;
const calendarPath = '/sandbox/calendar';
const helpPrefix = '/help';
/** Has no meaning outside this file: the sandbox sees a server of its own. */
const inside = 'https://sandbox.invalid';

export interface KeptSandbox {
  load(): Promise<KeptState | undefined>;
  save(state: KeptState): Promise<void>;
  /** Runs one piece of work at a time, also over two versions of a worker. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export interface DemoParts {
  /** The address of the folder, with a slash at its end. */
  readonly base: string;
  readonly kept: KeptSandbox;
  /** The documentation site, with a slash at its end. */
  readonly help: string;
}

/** Undefined for what is left to the browser: files of the folder, and other addresses. */
export type Serve = (request: Request) => Promise<Response> | undefined;

export interface DemoServer {
  readonly serve: Serve;
  /** Makes the data of these operations now; otherwise the first request for them waits for it. */
  readonly makeData: (operations: readonly (keyof Sources)[]) => number;
}

export function createDemoServer({ base, kept, help }: DemoParts): DemoServer {
  const { app, state } = createSandbox({ publicUrl: base.replace(/\/$/, '') });

  /** Reads what was spent so far. */
  const current = <T>(work: () => Promise<T>): Promise<T> =>
    kept.alone(async () => {
      const before = await kept.load();
      if (before) state.restore(before);
      return work();
    });

  /** What was spent is read before each request and stored before its response, so a worker may end at any time. */
  const counted = (work: () => Promise<Response>): Promise<Response> =>
    current(async () => {
      const response = await work();
      await kept.save(state.keep());
      return response;
    });

  const sandbox = async (request: Request, path: string): Promise<Response> => {
    const { method, headers } = request;
    const body = method === 'GET' || method === 'HEAD' ? undefined : await request.text();
    return app.fetch(new Request(inside + path, { method, headers, ...(body !== undefined && { body }) }));
  };

  const info = () =>
    current(() => {
      const aheadDays = Math.round(state.keep().ahead / day);
      return json({ mode: 'personal', signIn: [], sandbox: true, keys: keyNames, aheadDays });
    });

  const turnCalendar = (request: Request) =>
    counted(async () => {
      const given = (await request.json().catch(() => undefined)) as { aheadDays?: unknown } | undefined;
      const days = given?.aheadDays;
      if (!Number.isInteger(days) || Number(days) < 0 || Number(days) > mostDays)
        return json({ detail: 'aheadDays must be a whole number of days from 0 to 3650.' }, 400);
      state.setAhead(Number(days) * day);
      return json({ aheadDays: days });
    });

  const serve: Serve = (request) => {
    if (!request.url.startsWith(base)) return undefined;
    const { pathname, search } = new URL(request.url);
    const path = pathname.slice(new URL(base).pathname.length - 1);
    if (path.startsWith('/images/')) return sandbox(request, path);
    if (path === infoPath) return info();
    if (path === '/readyz') return json({ ready: true });
    if (path === calendarPath && request.method === 'POST') return turnCalendar(request);
    if (path === helpPrefix || path.startsWith(`${helpPrefix}/`))
      return Promise.resolve(Response.redirect(help + path.slice(helpPrefix.length + 1)));
    if (/^\/(api|token|sandbox)\//.test(path))
      return counted(() => sandbox(request, path + search)).then(asGateway);
    // Only files are left to the host. What carries a key or a body never leaves this machine.
    const isFile = request.method === 'GET' && !request.headers.has('access-token');
    return isFile ? undefined : json({ detail: 'The demo does not have this address.' }, 404, free);
  };
  // A source makes its data when it is first asked for anything.
  const makeData = (operations: readonly (keyof Sources)[]) =>
    operations.reduce((records, id) => records + state.sources[id].size, 0);
  return { serve, makeData };
}

/** The service was asked each time, and said itself what went wrong. */
function asGateway({ status, headers, body }: Response): Response {
  const told = new Headers(headers);
  told.set(gatewayHeader, '1');
  told.set(cacheHeader, 'miss');
  told.set('cache-control', 'no-store');
  return new Response(body, { status, headers: told });
}

const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Promise<Response> =>
  Promise.resolve(
    Response.json(value, {
      status,
      headers: { [gatewayHeader]: '1', 'cache-control': 'no-store', ...headers },
    }),
  );
