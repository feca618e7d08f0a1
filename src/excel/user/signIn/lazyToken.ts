// Loads the code for tokens when one is first needed: most people save a key instead.
import type { Clock } from '../../../engine/ports/clock';
import { load } from '../../lazyCode';
import type { HeldToken } from './heldToken';
import type { AskOffice } from './officeToken';

export class LazyToken {
  private held: HeldToken | undefined;
  private loading: Promise<HeldToken> | undefined;

  constructor(
    /** Undefined: Office itself. */
    private readonly ask: AskOffice | undefined,
    private readonly clock: Clock,
    private readonly changed: () => void,
  ) {}

  get name(): string | undefined {
    return this.held?.name;
  }

  get fault(): Error | undefined {
    return this.held?.fault;
  }

  async get(): Promise<string> {
    return (await this.token()).get();
  }

  async renew(refused: string): Promise<string | undefined> {
    return (await this.token()).renew(refused);
  }

  async prompt(): Promise<void> {
    await (await this.token()).prompt();
  }

  private token(): Promise<HeldToken> {
    return (this.loading ??= load(() => import(/* webpackChunkName: "later" */ './heldToken')).then(
      (code) => (this.held = new code.HeldToken(this.ask ?? code.officeToken(), this.clock, this.changed)),
      (error: unknown) => {
        this.loading = undefined;
        throw error;
      },
    ));
  }
}
