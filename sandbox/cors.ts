// Whether pages of other origins may call: configurable, because the service document does not say.
import type { MiddlewareHandler } from 'hono';

const allowed = 'access-token, content-type, prefer, sandbox-fault';

export const cors =
  (isOn: () => boolean): MiddlewareHandler =>
  async (context, next) => {
    const origin = context.req.header('origin');
    if (!isOn() || origin === undefined) return next();
    if (context.req.method === 'OPTIONS') {
      return new Response(null, {
        status: 204,
        headers: {
          'access-control-allow-origin': origin,
          'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
          'access-control-allow-headers': allowed,
          'access-control-allow-private-network': 'true',
          'access-control-max-age': '600',
          vary: 'origin',
        },
      });
    }
    await next();
    context.res.headers.set('access-control-allow-origin', origin);
    context.res.headers.set('access-control-expose-headers', 'retry-after');
    context.res.headers.append('vary', 'origin');
  };
