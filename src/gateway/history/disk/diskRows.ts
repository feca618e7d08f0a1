// The rows of all histories of one gateway in LevelDB, those of each scope under its name.
import type { Rows, RowView } from '../../../history/rows';
import { LevelFile, type LevelStep } from '../../stores/levelFile';
import { Turns } from '../../stores/turns';

/** They have one file. */
const allScopes = '';

export class DiskRows {
  /** Of changes: each reads, and then writes as one. */
  private readonly turns = new Turns();

  private constructor(private readonly level: LevelFile) {}

  static async open(folder: string): Promise<DiskRows> {
    return new DiskRows(await LevelFile.open(folder));
  }

  /** Every scope that has rows. */
  async scopes(): Promise<string[]> {
    const found: string[] = [];
    for (let from = ''; ;) {
      const [row] = await this.level.range(from, '~', 1);
      const scope = row?.[0].split('|', 1)[0];
      if (scope === undefined) return found;
      found.push(scope);
      from = `${scope}}`;
    }
  }

  rowsOf(scope: string): Rows {
    const prefix = `${scope}|`;
    const view: RowView = {
      get: async (keys) =>
        (await this.level.getMany(keys.map((key) => prefix + key))).map((bytes) => bytes?.toString()),
      range: async (from, to, limit) =>
        (await this.level.range(prefix + from, prefix + to, limit)).map(([key, bytes]) => [
          key.slice(prefix.length),
          bytes.toString(),
        ]),
      values: async (from, to) =>
        (await this.level.range(prefix + from, prefix + to)).map(([, bytes]) => bytes.toString()),
    };
    return {
      read: (work) => work(view),
      change: (work) =>
        this.turns.take(allScopes, async () => {
          const steps = [...(await work(view))].map(([key, value]): LevelStep =>
            value === undefined
              ? { type: 'del', key: prefix + key }
              : { type: 'put', key: prefix + key, value: Buffer.from(value) },
          );
          await this.level.batch(steps, { sync: true });
        }),
      // The file belongs to all scopes.
      close: () => Promise.resolve(),
    };
  }

  close(): Promise<void> {
    return this.turns.take(allScopes, () => this.level.close());
  }
}
