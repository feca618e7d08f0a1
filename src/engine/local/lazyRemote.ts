// The remote half, loaded when it is first needed. Concurrent callers share one load; a load that failed cost nothing and is
// tried again by the next caller.
import { SpillwayError } from '../request/errors';
import type { RemoteEngine, createRemoteEngine } from '../remote/remoteEngine';

export interface RemoteCode {
  readonly createRemoteEngine: typeof createRemoteEngine;
}

export class LazyRemote {
  /** Undefined until it was needed. */
  current: RemoteEngine | undefined;
  private opening: Promise<RemoteEngine> | undefined;

  constructor(
    private readonly load: () => Promise<RemoteCode>,
    private readonly make: (code: RemoteCode) => RemoteEngine,
  ) {}

  open(): Promise<RemoteEngine> {
    return (this.opening ??= this.load().then(
      (code) => (this.current = this.make(code)),
      (cause: unknown) => {
        this.opening = undefined;
        throw new SpillwayError('network', { billed: 'no', cause });
      },
    ));
  }
}
