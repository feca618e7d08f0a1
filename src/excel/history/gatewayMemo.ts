// What the gateway said of its history, for a minute: a column of formulas asks once, a few questions at a time, and a gateway that is
// away is left alone. When it is back, whoever did without it is told.
import type { Clock } from '../../engine/ports/clock';
import { HistoryAway, historyPrefix } from '../../history/client';

const lifetime = 60_000;
/** After an outage nothing is asked for this long. */
const rest = 60_000;
const mostKept = 2_000;
/** The gateway refuses more than it can take at once (readLimit.ts). */
const atOnce = 16;

type Get = (path: string) => Promise<unknown>;

export interface GatewayMemo {
  readonly get: Get;
  readonly forget: () => void;
}

function inTurn(get: Get): Get {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (path) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await get(path);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

export function gatewayMemo(clock: Clock, asked: Get, onBack: () => void = () => undefined): GatewayMemo {
  const get = inTurn(asked);
  const known = new Map<string, { readonly answer: Promise<unknown>; readonly at: number }>();
  let awaySince = -Infinity;
  let looking = false;

  /** Looks again until it answers: the cells that did without it are calculated then. */
  const lookLater = () => {
    if (looking) return;
    looking = true;
    clock.setTimer(() => {
      asked(`${historyPrefix}/status`).then(
        () => {
          looking = false;
          awaySince = -Infinity;
          onBack();
        },
        (error: unknown) => {
          looking = false;
          if (error instanceof HistoryAway && error.isTemporary) lookLater();
        },
      );
    }, rest);
  };

  return {
    get: (path) => {
      const now = clock.elapsed();
      if (now - awaySince < rest) return Promise.reject(new HistoryAway());
      const found = known.get(path);
      if (found && now - found.at < lifetime) return found.answer;
      if (known.size >= mostKept) known.clear();
      const answer = get(path);
      known.set(path, { answer, at: now });
      answer.catch((error: unknown) => {
        // What is refused as it is says nothing about other questions, and asking it again changes nothing.
        if (!(error instanceof HistoryAway) || !error.isTemporary) return;
        if (known.get(path)?.answer === answer) known.delete(path);
        if (error.status !== 429) awaySince = clock.elapsed();
        lookLater();
      });
      return answer;
    },
    forget: () => {
      known.clear();
      awaySince = -Infinity;
    },
  };
}
