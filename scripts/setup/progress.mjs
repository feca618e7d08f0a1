// One line per step: what is being done, then how long it took. Steps may run in parallel. Written to stderr, so that
// `npm run --silent bench -- --json` leaves clean JSON on stdout.
import { Stopped } from './failure.mjs';
import { clearInterval, setInterval } from 'node:timers';

/** @typedef {{ write(text: string): unknown, isTTY?: boolean, columns?: number }} Screen */

/** @param {number} milliseconds */
export function duration(milliseconds) {
  if (milliseconds < 950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export class Progress {
  /**
   * @param {Screen} screen
   * @param {() => number} now
   */
  constructor(screen = process.stderr, now = Date.now) {
    this.screen = screen;
    this.now = now;
    /** @type {Map<string, { since: number, detail: string }>} */
    this.running = new Map();
    /** @type {{ title: string, took: number }[]} */
    this.finished = [];
    /** The step whose line is not finished. */
    this.open = '';
  }

  /**
   * @template T
   * @param {string} title
   * @param {(detail: (text: string) => void) => Promise<T> | T} work
   * @returns {Promise<T>}
   */
  async step(title, work) {
    const entry = { since: this.now(), detail: '' };
    this.running.set(title, entry);
    this.#begin(title);
    const timer = this.screen.isTTY ? setInterval(() => this.#redraw(), 250) : undefined;
    try {
      const result = await work((text) => {
        entry.detail = text;
      });
      const took = this.now() - entry.since;
      this.finished.push({ title, took });
      this.#end(title, `done (${duration(took)})`);
      return result;
    } catch (error) {
      const outcome = error instanceof Stopped ? 'stopped' : 'failed';
      this.#end(title, `${outcome} (${duration(this.now() - entry.since)})`);
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  /** Where the time went, longest first. Steps that ran side by side overlap. */
  summary() {
    const steps = [...this.finished].sort((one, other) => other.took - one.took);
    return steps.map(({ title, took }) => `${title}: ${duration(took)}`).join(', ');
  }

  /** @param {string} text printed on its own line */
  say(text) {
    this.#closeLine();
    this.screen.write(`${text}\n`);
    if (this.screen.isTTY) this.#redraw();
  }

  /** @param {string} title */
  #begin(title) {
    if (this.screen.isTTY) return this.#redraw();
    this.#closeLine();
    this.screen.write(`${title}…`);
    this.open = title;
  }

  /**
   * @param {string} title
   * @param {string} outcome
   */
  #end(title, outcome) {
    this.running.delete(title);
    if (this.open !== title || this.screen.isTTY) {
      this.#closeLine();
      this.screen.write(`${title}…`);
    }
    this.screen.write(` ${outcome}\n`);
    this.open = '';
    if (this.screen.isTTY) this.#redraw();
  }

  #closeLine() {
    if (this.screen.isTTY) this.screen.write('\r\u001b[K');
    else if (this.open) this.screen.write('\n');
    this.open = '';
  }

  #redraw() {
    if (this.running.size === 0) return;
    const line = [...this.running]
      .map(([title, { since, detail }]) => {
        const seconds = Math.round((this.now() - since) / 1000);
        return `${title}… ${seconds > 1 ? `${seconds} s` : ''}${detail ? ` ${detail}` : ''}`;
      })
      .join(' · ');
    this.screen.write(`\r\u001b[K${line.slice(0, (this.screen.columns || 80) - 1)}`);
  }
}
