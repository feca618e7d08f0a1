// Where log lines go: gathered, so that a line costs no system call, and written without waiting for whoever reads
// them. A reader that has gone or stands still costs lines, never the gateway: not its life, not its end, not its memory.
import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const piece = 4_096;
const most = 8_000_000;
const again = 20;

const isBusy = (error: unknown): boolean =>
  ['EAGAIN', 'EBUSY', 'EINTR'].includes((error as NodeJS.ErrnoException).code ?? '');

export class LogOutput implements DestinationStream {
  #lines: string[] = [];
  #size = 0;
  #writing = false;
  #gone = false;

  constructor(private readonly descriptor = 1) {}

  write(line: string): void {
    if (this.#gone || this.#size > most) return;
    this.#lines.push(line);
    this.#size += line.length;
    if (this.#size >= piece) this.flush();
  }

  flush(): void {
    if (!this.#writing && this.#size > 0) this.#send(this.#take());
  }

  /** Writes the rest before the process ends. */
  end(): void {
    let bytes = this.#take();
    for (let tries = 0; bytes.length > 0 && tries < 50 && !this.#gone; tries += 1) {
      try {
        bytes = bytes.subarray(writeSync(this.descriptor, bytes));
      } catch (error) {
        if (!isBusy(error)) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, again);
      }
    }
  }

  #take(): Buffer {
    const bytes = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#size = 0;
    return bytes;
  }

  #send(bytes: Buffer): void {
    this.#writing = true;
    write(this.descriptor, bytes, 0, bytes.length, null, (error, written) => {
      if (error && !isBusy(error)) {
        this.#gone = true;
        this.#take();
        return;
      }
      const rest = error ? bytes : bytes.subarray(written);
      if (error) setTimeout(() => this.#send(rest), again).unref();
      else if (rest.length > 0) this.#send(rest);
      else {
        this.#writing = false;
        if (this.#size >= piece) this.flush();
      }
    });
  }
}
