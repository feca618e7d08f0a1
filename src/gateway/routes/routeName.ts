// The name of a route for logs and metrics: a small, closed set, so that no path from outside gets into either.
import { operationIds, operationOf } from '../../operations';
import { tokenStatistic } from '../../operations/tokenStatistic';

const exact = new Map<string, string>([
  ...operationIds.map((id): [string, string] => [operationOf(id).path, id]),
  [tokenStatistic.path, 'statistic'],
  ...['/healthz', '/readyz', '/metrics', '/gateway/info', '/gateway/me', '/gateway/usage'].map(
    (path): [string, string] => [path, path.slice(1)],
  ),
]);

export const routeName = (path: string): string =>
  exact.get(path) ??
  (path.startsWith('/jobs/')
    ? 'job'
    : path.startsWith('/cached/')
      ? 'cached'
      : path.startsWith('/history')
        ? 'history'
        : path.startsWith('/api/')
          ? 'unknown'
          : 'file');
