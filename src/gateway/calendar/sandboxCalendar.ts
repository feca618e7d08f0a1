// In front of the sandbox the calendar can be turned on, so that a history of days is seen in seconds. Gateway and sandbox turn
// together. The date is kept with the data: after a restart nothing in the history lies in the future.
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Upstream } from '../upstream/upstream';

const day = 86_400_000;
/** Ten years. */
const mostDays = 3_650;

export const aheadDays = z.number().int().min(0).max(mostDays);

export interface CalendarParts {
  readonly clock: () => number;
  readonly upstream: Upstream;
  /** Where the data is; undefined keeps nothing. */
  readonly data: string | undefined;
}

export class SandboxCalendar {
  private daysAhead = 0;
  private readonly file: string | undefined;

  private constructor(private readonly parts: CalendarParts) {
    this.file = parts.data === undefined ? undefined : path.join(parts.data, 'sandbox-days');
  }

  static async open(parts: CalendarParts): Promise<SandboxCalendar> {
    const calendar = new SandboxCalendar(parts);
    if (calendar.file !== undefined) {
      const text = await readFile(calendar.file, 'utf8').catch(() => '0');
      calendar.daysAhead = aheadDays.safeParse(Number(text.trim())).data ?? 0;
    }
    return calendar;
  }

  /** Days ahead of the clock. */
  get days(): number {
    return this.daysAhead;
  }

  readonly now = (): number => this.parts.clock() + this.daysAhead * day;

  /** Only a sandbox can be turned; in front of any other service this returns false and turns nothing. */
  async turn(days: number): Promise<boolean> {
    if (!(await this.tell(days))) return false;
    this.daysAhead = days;
    if (this.file !== undefined) {
      const next = `${this.file}.next`;
      await writeFile(next, String(days), { mode: 0o600 });
      await rename(next, this.file);
    }
    return true;
  }

  /** The sandbox may have been started anew. */
  async align(): Promise<void> {
    if (this.daysAhead > 0) await this.tell(this.daysAhead);
  }

  private async tell(days: number): Promise<boolean> {
    try {
      const { status } = await this.parts.upstream.call({
        method: 'POST',
        path: '/sandbox/clock',
        body: JSON.stringify({ aheadMs: days * day }),
        key: '',
        deadline: 5_000,
      });
      return status === 200;
    } catch {
      return false;
    }
  }
}
