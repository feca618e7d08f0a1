// The remote half, loaded when it is first needed. Concurrent callers share one load; a load that failed cost nothing and is
// tried again by the next caller.
import type { DataRequest } from '../request/dataRequest';
import { SpillwayError } from '../request/errors';
import type { RemoteEngine, createRemoteEngine } from '../remote/remoteEngine';

export interface RemoteCode {
  readonly createRemoteEngine: typeof createRemoteEngine;
}

export class LazyRemote {
  /** Undefined until it was needed. */
  current: RemoteEngine | undefined;
  private opening: Promise<RemoteEngine> | undefined;
  private stops = 0;
  private byPerson = true;

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

  /** For someone who waits to send: what is stopped meanwhile must not be sent afterwards. */
  async openToSend(request?: DataRequest): Promise<RemoteEngine> {
    const { stops } = this;
    const remote = await this.open();
    if (this.stops !== stops) {
      if (request && this.byPerson) remote.stopped(request);
      throw new SpillwayError('stopped', { billed: 'no' });
    }
    return remote;
  }

  /** A person stops what waits; it is remembered. */
  stop(): void {
    this.stops += 1;
    this.current?.stop();
  }

  /** The page closes: what waits is dropped and may be asked for again. */
  close(): void {
    this.stops += 1;
    this.byPerson = false;
    this.current?.close();
  }
}
