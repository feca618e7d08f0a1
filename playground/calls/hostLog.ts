// Messages between the host and the add-in, newest last; a failing browser test saves them with its screenshot.
export interface LogEntry {
  readonly at: number;
  readonly what: string;
  readonly detail?: unknown;
}

const kept = 2_000;

export class HostLog {
  readonly entries: LogEntry[] = [];

  constructor(private readonly now: () => number = () => Math.round(performance.now())) {}

  add(what: string, detail?: unknown): void {
    this.entries.push(
      detail === undefined ? { at: this.now(), what } : { at: this.now(), what, detail: brief(detail) },
    );
    if (this.entries.length > kept) this.entries.splice(0, this.entries.length - kept);
  }
}

/** Results can be megabytes; the log only keeps the beginning. */
function brief(detail: unknown): unknown {
  const text = JSON.stringify(detail) ?? '';
  return text.length <= 2_000 ? detail : `${text.slice(0, 2_000)}… (${text.length} characters)`;
}
