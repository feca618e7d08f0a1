// What the gateway said of its history, for a minute: a column of formulas asks once, and a gateway that has none is left alone.
import type { Clock } from '../../engine/ports/clock';

const lifetime = 60_000;
/** After a failure nothing is asked for this long. */
const rest = 60_000;
const mostKept = 2_000;

type Get = (path: string) => Promise<unknown>;

export function gatewayMemo(clock: Clock, get: Get): { readonly get: Get; readonly forget: () => void } {
  const known = new Map<string, { readonly answer: Promise<unknown>; readonly at: number }>();
  let failedAt = -Infinity;
  return {
    get: (path) => {
      const now = clock.elapsed();
      if (now - failedAt < rest) return Promise.reject(new Error('The gateway did not respond.'));
      const found = known.get(path);
      if (found && now - found.at < lifetime) return found.answer;
      if (known.size >= mostKept) known.clear();
      const answer = get(path);
      known.set(path, { answer, at: now });
      answer.catch(() => {
        failedAt = clock.elapsed();
        known.delete(path);
      });
      return answer;
    },
    forget: () => {
      known.clear();
      failedAt = -Infinity;
    },
  };
}
