// Copies of the usage of all gateways, by day, so that a shared store that lost its data can be told again: the latest days in
// memory, all of them in the data folder where there is one. Every number only grows, so copies are joined by the larger.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keptTables, type Amounts } from '../stores/store';

export const joinAmounts = (one: Amounts, two: Amounts): Amounts => {
  const joined: Record<string, number> = { ...one };
  for (const [field, amount] of Object.entries(two)) joined[field] = Math.max(joined[field] ?? 0, amount);
  return joined;
};

/** Names by the id of the person. */
type Names = Readonly<Record<string, string>>;

export interface DayCopy {
  readonly amounts: Amounts;
  readonly names: Names;
}

const none: DayCopy = { amounts: {}, names: {} };
const join = (one: DayCopy, two: DayCopy): DayCopy => ({
  amounts: joinAmounts(one.amounts, two.amounts),
  names: { ...one.names, ...two.names },
});

const inMemory = 2;
const fileForm = /^(\d{4}-\d{2}-\d{2})\.json$/;

export class UsageCopies {
  private readonly copies = new Map<string, DayCopy>();

  constructor(private readonly folder: string | undefined) {}

  /** What is known of a day, in memory. */
  latest(day: string): DayCopy {
    return this.copies.get(day) ?? none;
  }

  /** A folder that fails leaves the copy in memory. */
  async keep(day: string, copy: DayCopy): Promise<void> {
    const { folder } = this;
    this.copies.set(day, join(this.latest(day), copy));
    for (const old of [...this.copies.keys()].sort().slice(0, -inMemory)) this.copies.delete(old);
    if (folder === undefined) return;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = path.join(folder, `${day}.${process.pid}.new`);
      await writeFile(draft, JSON.stringify(join(await this.read(day), copy)), { mode: 0o600 });
      await rename(draft, this.file(day));
      for (const old of (await this.days()).slice(0, -keptTables)) await rm(this.file(old));
    } catch {
      // Tried again with the next change.
    }
  }

  /** Every day, the first one first. */
  async *all(): AsyncGenerator<readonly [day: string, copy: DayCopy]> {
    const days = new Set([...(await this.days()), ...this.copies.keys()]);
    for (const day of [...days].sort()) yield [day, join(await this.read(day), this.latest(day))];
  }

  private async days(): Promise<readonly string[]> {
    const names = this.folder === undefined ? [] : await readdir(this.folder).catch(() => []);
    return names.flatMap((name) => fileForm.exec(name)?.[1] ?? []).sort();
  }

  /** A file that is damaged says nothing. */
  private async read(day: string): Promise<DayCopy> {
    if (this.folder === undefined) return none;
    try {
      const found = JSON.parse(await readFile(this.file(day), 'utf8')) as DayCopy;
      const amounts = Object.entries(found.amounts).filter(([, amount]) => Number.isSafeInteger(amount));
      const names = Object.entries(found.names).filter(([, name]) => typeof name === 'string');
      return { amounts: Object.fromEntries(amounts), names: Object.fromEntries(names) };
    } catch {
      return none;
    }
  }

  private file(day: string): string {
    return path.join(this.folder ?? '', `${day}.json`);
  }
}
