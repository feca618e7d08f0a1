// The part that sends, loaded when it is first needed. Whoever needs it meanwhile shares one loading; one that failed
// has cost nothing and is tried again by the next who asks.
import type { DataRequest } from './dataRequest';
import { SpillwayError } from './errors';
import type { Sending, createSending } from './sending';

export interface SendingCode {
  readonly createSending: typeof createSending;
}

export class LateSending {
  /** Undefined until it was needed. */
  current: Sending | undefined;
  private opening: Promise<Sending> | undefined;
  private stops = 0;
  private byPerson = true;

  constructor(
    private readonly load: () => Promise<SendingCode>,
    private readonly make: (code: SendingCode) => Sending,
  ) {}

  open(): Promise<Sending> {
    return (this.opening ??= this.load().then(
      (code) => (this.current = this.make(code)),
      (cause: unknown) => {
        this.opening = undefined;
        throw new SpillwayError('network', { billed: 'no', cause });
      },
    ));
  }

  /** For someone who waits to send: what is stopped meanwhile must not be sent afterwards. */
  async openToSend(request?: DataRequest): Promise<Sending> {
    const { stops } = this;
    const sending = await this.open();
    if (this.stops !== stops) {
      if (request && this.byPerson) sending.stopped(request);
      throw new SpillwayError('stopped', { billed: 'no' });
    }
    return sending;
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
