// Whether the service responds, for readiness. Every call tells; when none has for a while, a request without a key is made, which
// the service refuses free of charge.
import { tokenStatistic } from '../../operations/tokenStatistic';
import { UpstreamError, type Upstream } from './upstream';

const recent = 15_000;
const probeDeadline = 3_000;

export class ServiceWatch {
  #responds = false;
  #at = -Infinity;
  #probe: Promise<void> | undefined;

  constructor(
    private readonly service: Upstream,
    private readonly clock: () => number,
  ) {}

  /** The same service, listened to. */
  readonly upstream: Upstream = {
    close: () => this.service.close(),
    call: (call, signal) =>
      this.service.call(call, signal).then(
        (response) => {
          this.#note(true);
          return response;
        },
        (error: unknown) => {
          // A long call that was broken off says little; one that could not even begin says much.
          if (error instanceof UpstreamError && !error.sent) this.#note(false);
          throw error;
        },
      ),
  };

  async responds(): Promise<boolean> {
    if (Math.abs(this.clock() - this.#at) < recent) return this.#responds;
    this.#probe ??= this.service
      .call({ method: 'GET', path: tokenStatistic.path, key: '', deadline: probeDeadline })
      .then(
        () => this.#note(true),
        () => this.#note(false),
      )
      .finally(() => (this.#probe = undefined));
    await this.#probe;
    return this.#responds;
  }

  #note(responds: boolean): void {
    this.#responds = responds;
    this.#at = this.clock();
  }
}
