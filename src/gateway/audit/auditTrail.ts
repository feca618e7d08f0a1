// Who asked for what, which codes were made and revoked, and what changed in the settings: JSON lines in a folder of its own, in
// files of bounded size. Unlike the log it holds parameters, so it is off unless a folder is named; never a key or a code.
import { appendFile, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { close, giveToFoldersOwner, closeFolder } from '../files/privateFolder';
import { withLock } from '../people/fileLock';

export interface AuditParts {
  readonly folder: string;
  /** Bytes after which a new file is begun, and how many are kept. */
  readonly bytes: number;
  readonly files: number;
  readonly clock: () => number;
  readonly onTrouble?: (reason: string) => void;
}

export type AuditEvent =
  | 'asked'
  | 'refused'
  | 'answered'
  | 'code created'
  | 'code revoked'
  | 'feed created'
  | 'feed changed'
  | 'feed revoked'
  | 'held'
  | 'approved'
  | 'declined'
  | 'agent changed'
  | 'history deleted'
  | 'history restored'
  | 'watch created'
  | 'watch changed'
  | 'watch asked'
  | 'watch deleted'
  | 'started'
  | 'stopped';
export type AuditFacts = Readonly<Record<string, unknown>>;

const gatherFor = 500;
/** Milliseconds after which a write that has not ended counts as hanging. */
const slowAfter = 10_000;
/** While nothing can be written, it is tried again. */
const tryAgain = 5_000;
/** Lines wait in memory while the disk is full, and no longer than this many. */
const mostWaiting = 100_000;

/** Access codes, read codes, and tokens of Microsoft Entra. */
const credential = /sp[wr]_[a-z0-9]{10}_[\w-]{16,}|\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/** Somebody may have typed one into the wrong field. */
export const withoutCodes = (text: string): string => text.replace(credential, '•••');

export class AuditTrail {
  private lines: string[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private lastFailure = '';
  /** When the write that is under way began, by a clock that nobody sets. */
  private began: number | undefined;

  constructor(private readonly parts: AuditParts) {}

  /** Why nothing is written at the moment; undefined when all is well. */
  get trouble(): string | undefined {
    if (this.began !== undefined && performance.now() - this.began > slowAfter)
      return 'the disk of the audit trail responds too slowly';
    return this.lastFailure === '' ? undefined : this.lastFailure;
  }

  note(event: AuditEvent, facts: AuditFacts): void {
    const time = new Date(this.parts.clock()).toISOString();
    this.lines.push(`${withoutCodes(JSON.stringify({ time, event, ...facts }))}\n`);
    if (this.lines.length > mostWaiting) this.lines.shift();
    this.timer ??= setTimeout(() => void this.flush(), gatherFor).unref();
  }

  /** What differs from the last start; the settings are remembered without secrets. */
  async started(settings: Readonly<Record<string, string>>, facts: AuditFacts): Promise<void> {
    const file = path.join(this.parts.folder, 'settings.json');
    await closeFolder(this.parts.folder, false).catch((error: Error) => this.tell(error.message));
    const before = await readFile(file, 'utf8')
      .then((text) => JSON.parse(text) as Record<string, string>)
      .catch((): Record<string, string> => ({}));
    const names = [...new Set([...Object.keys(before), ...Object.keys(settings)])];
    const changed = Object.fromEntries(
      names
        .filter((name) => before[name] !== settings[name])
        .map((name) => [name, { before: before[name] ?? null, now: settings[name] ?? null }]),
    );
    this.note('started', { ...facts, changed });
    await writeFile(file, JSON.stringify(settings), { mode: 0o600 }).catch(() => undefined);
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.write());
    await this.writing;
  }

  private async write(): Promise<void> {
    const lines = this.lines;
    if (lines.length === 0) return;
    this.lines = [];
    let written = 0;
    this.began = performance.now();
    try {
      await closeFolder(this.parts.folder, false);
      const file = path.join(this.parts.folder, 'audit.jsonl');
      // Several processes may write: the lock keeps one from turning the files while another appends.
      await withLock(file, async () => {
        let size = await sizeOf(file);
        while (written < lines.length) {
          const batch = batchFor(lines, written, this.parts.bytes - size);
          if (size > 0 && size + batch.bytes > this.parts.bytes) {
            await this.turn(file);
            size = 0;
            continue;
          }
          await append(file, batch.text, size);
          size += batch.bytes;
          written += batch.count;
        }
        await close(file, 0o600);
      });
      this.lastFailure = '';
    } catch (error) {
      this.lines = [...lines.slice(written), ...this.lines].slice(-mostWaiting);
      this.tell(error instanceof Error ? error.message : 'unknown');
      this.timer ??= setTimeout(() => void this.flush(), tryAgain).unref();
    } finally {
      this.began = undefined;
    }
  }

  private tell(reason: string): void {
    if (reason !== this.lastFailure) this.parts.onTrouble?.(reason);
    this.lastFailure = reason;
  }

  /** audit.jsonl becomes audit.1.jsonl, that one audit.2.jsonl, and the oldest goes. */
  private async turn(file: string): Promise<void> {
    const numbered = (nth: number) => (nth === 0 ? file : file.replace(/\.jsonl$/, `.${nth}.jsonl`));
    const last = this.parts.files - 1;
    await rm(numbered(last), { force: true });
    for (let nth = last - 1; nth >= 0; nth -= 1) {
      await rename(numbered(nth), numbered(nth + 1)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }
}

interface Batch {
  readonly text: string;
  readonly bytes: number;
  readonly count: number;
}

/** The lines from `start` that fit into this many bytes; at least one. */
function batchFor(lines: readonly string[], start: number, room: number): Batch {
  let bytes = 0;
  let end = start;
  for (; end < lines.length; end += 1) {
    const size = Buffer.byteLength(lines[end] ?? '');
    if (end > start && bytes + size > room) break;
    bytes += size;
  }
  return { text: lines.slice(start, end).join(''), bytes, count: end - start };
}

/** All of it or nothing: a disk that fills up leaves no half line, and what is written again is there once. */
async function append(file: string, text: string, size: number): Promise<void> {
  try {
    await appendFile(file, text, { mode: 0o600 });
    if (size === 0) await giveToFoldersOwner(file);
  } catch (error) {
    await truncate(file, size).catch(() => undefined);
    throw error;
  }
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
