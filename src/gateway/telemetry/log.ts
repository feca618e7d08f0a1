// Structured logs, one line for each request: an id, a route, a status, a time. No key, no code, no body, no parameter,
// and addresses only as routes.
import { pino, type DestinationStream, type Logger } from 'pino';
import { LogOutput } from './logOutput';
import { plainText } from './plainText';

export type Log = Logger & {
  /** The line of a cache hit, written by hand, since nothing in it but the person could need an escape. */
  hit(id: string, route: string, person: string, began: number): void;
};

/** Lines of hits are gathered: writing each by itself would cost more than finding the answer. */
const gatherLines = 200;
const gatherFor = 250;

export function makeLog(level: string, destination: DestinationStream = buffered()): Log {
  const log = pino({ level, base: null }, destination);
  let gathered: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const release = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = gathered;
    gathered = [];
    if (lines.length > 0) destination.write(lines.join(''));
  };
  const hit: Log['hit'] = (id, route, person, began) => {
    if (!log.isLevelEnabled('info')) return;
    const now = Date.now();
    const length = gathered.push(
      `{"level":30,"time":${now},"id":"${id}","method":"POST","route":"${route}","status":200,"ms":${now - began},"person":${inJson(person)},"from":"hit","msg":"request"}\n`,
    );
    if (length >= gatherLines) release();
    else timer ??= setTimeout(release, gatherFor);
  };
  return Object.assign(log, { hit });
}

/** Ids of people come from tokens, and a line break in one must not become a line of the log. */
const inJson = (text: string): string =>
  /^[\w:./@-]*$/.test(text) ? `"${text}"` : JSON.stringify(plainText(text));

/** Written in pieces, at least once a second and at the end. */
function buffered(): DestinationStream {
  const output = new LogOutput();
  setInterval(() => output.flush(), 1_000).unref();
  process.on('exit', () => output.end());
  return output;
}
