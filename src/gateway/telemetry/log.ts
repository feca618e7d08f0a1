// Structured logs, one line for each request: an id, a route, a status, a time. No key, no code, no body, no parameter,
// and addresses only as routes.
import { pino, type DestinationStream, type Logger } from 'pino';
import { write, writeSync } from 'node:fs';

// Where log lines go: gathered, so that a line costs no system call, and written without waiting for whoever reads
// them. A reader that has gone or stands still costs lines, never the gateway: not its life, not its end, not its memory.

const piece = 4_096;
const most = 8_000_000;
const again = 20;
const standardOutput = 1;

const isBusy = (error: unknown): boolean =>
  ['EAGAIN', 'EBUSY', 'EINTR'].includes((error as NodeJS.ErrnoException).code ?? '');

class LogOutput implements DestinationStream {
  private lines: string[] = [];
  private size = 0;
  private writing = false;
  private gone = false;

  write(line: string): void {
    if (this.gone || this.size > most) return;
    this.lines.push(line);
    this.size += line.length;
    if (this.size >= piece) this.flush();
  }

  flush(): void {
    if (!this.writing && this.size > 0) this.send(this.take());
  }

  /** Writes the rest before the process ends. */
  end(): void {
    let bytes = this.take();
    for (let tries = 0; bytes.length > 0 && tries < 50 && !this.gone; tries += 1) {
      try {
        bytes = bytes.subarray(writeSync(standardOutput, bytes));
      } catch (error) {
        if (!isBusy(error)) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, again);
      }
    }
  }

  private take(): Buffer {
    const bytes = Buffer.from(this.lines.join(''));
    this.lines = [];
    this.size = 0;
    return bytes;
  }

  private send(bytes: Buffer): void {
    this.writing = true;
    write(standardOutput, bytes, 0, bytes.length, null, (error, written) => {
      if (error && !isBusy(error)) {
        this.gone = true;
        this.take();
        return;
      }
      const rest = error ? bytes : bytes.subarray(written);
      if (error) setTimeout(() => this.send(rest), again).unref();
      else if (rest.length > 0) this.send(rest);
      else {
        this.writing = false;
        if (this.size >= piece) this.flush();
      }
    });
  }
}

export type Log = Logger & {
  /** The line of a data request, written by hand, since nothing in it but the person could need an escape. */
  request(facts: RequestFacts): void;
};

export interface RequestFacts {
  readonly id: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly person?: string | number;
  readonly from?: string | number;
}

/** Lines of hits are gathered: writing each by itself would cost more than finding the response. */
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
  // Before the output itself is ended.
  if (destination instanceof LogOutput) process.prependListener('exit', release);
  const request: Log['request'] = ({ id, route, status, ms, person, from }) => {
    if (!log.isLevelEnabled('info')) return;
    const who = person === undefined ? '' : `,"person":${inJson(String(person))}`;
    const whence = from === undefined ? '' : `,"from":${inJson(String(from))}`;
    const facts = `"id":"${id}","method":"POST","route":"${route}","status":${status},"ms":${Math.round(ms)}${who}${whence}`;
    const length = gathered.push(`{"level":30,"time":${Date.now()},${facts},"msg":"request"}\n`);
    if (length >= gatherLines) release();
    else timer ??= setTimeout(release, gatherFor);
  };
  return Object.assign(log, { request });
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

// Names, subjects and ids come from outside and go to logs and terminals. What could break a line, move a cursor or turn the
// reading direction is written as its code, so that two different texts never look the same.

// Controls, format characters (bidi, zero width), line and paragraph separators, lone surrogates, private use.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

export const plainText = (text: string): string =>
  text.replace(unsafe, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
