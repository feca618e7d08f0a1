// The token of one sign-in: in memory only, used until shortly before it expires, renewed without a prompt, and by one
// request at a time however many cells need it, because Office refuses a second one (13008) and many in a row (13013).
import { jsonFromBase64 } from '../../base64';
import type { Clock } from '../../../engine/ports/clock';
import { type AskOffice, type Prompt, officeToken, supports, type OfficeHost } from './officeToken';
import { noToken, SignInFault, notNested } from './signInFault';
import type { MicrosoftApp } from '../../../protocol/gateway';
import { load } from '../../lazyCode';

// A token of the person signed in to Excel, made out to Spillway's own registration, which is what the gateway verifies. Excel of
// today signs in with nested app authentication. Where that is missing, or the registration does not allow it yet, Office single
// sign-on does.

/** `readApp` tells the registration, if the gateway has one. */
export function microsoftToken(
  readApp: () => Promise<MicrosoftApp | undefined>,
  host: OfficeHost = globalThis,
): AskOffice {
  const legacy = officeToken(host);
  let nested: Promise<AskOffice> | undefined;
  return async (prompt) => {
    const isNestable = supports(host, 'NestedAppAuth', '1.1') && host.nestedAppAuthBridge !== undefined;
    const app = isNestable ? await readApp().catch(() => undefined) : undefined;
    if (!app) return legacy(prompt);
    const code = () => import(/* webpackChunkName: "nested" */ './nestedToken');
    nested ??= load(code).then(({ nestedToken }) => nestedToken(app));
    try {
      return await (
        await nested
      )(prompt);
    } catch (error) {
      // What was not loaded or not opened is tried again.
      if (!(error instanceof SignInFault)) nested = undefined;
      else if (error.code !== notNested) throw error;
      return legacy(prompt);
    }
  };
}

// The claims of a token: when it expires and whose it is. Read for timing and display only; whether it is
// genuine is the gateway's to decide.

interface TokenClaims {
  /** Milliseconds since 1970. */
  readonly expires: number;
  readonly name: string | undefined;
}

export function tokenClaims(token: string): TokenClaims | undefined {
  const [, body = ''] = token.split('.');
  try {
    const claims = jsonFromBase64(body.replaceAll('-', '+').replaceAll('_', '/')) as Record<
      string,
      unknown
    > | null;
    if (typeof claims?.exp !== 'number') return undefined;
    const name = [claims.preferred_username, claims.upn, claims.name].find((it) => typeof it === 'string');
    return { expires: claims.exp * 1_000, name };
  } catch {
    return undefined;
  }
}

const early = 5 * 60_000;
const silentTimeout = 20_000;
const promptTimeout = 5 * 60_000;
/** How long a refusal is remembered before Office is asked again. */
const rest = 30_000;

interface Held extends TokenClaims {
  readonly token: string;
}

export class HeldToken {
  private held: Held | undefined;
  private pending: Promise<Held> | undefined;
  private failure: { readonly error: SignInFault; readonly until: number } | undefined;

  constructor(
    private readonly ask: AskOffice,
    private readonly clock: Clock,
    private readonly changed: () => void,
  ) {}

  get name(): string | undefined {
    return this.held?.name;
  }

  get fault(): SignInFault | undefined {
    return this.failure?.error;
  }

  async get(): Promise<string> {
    const held = this.held;
    const left = held ? held.expires - this.clock.now() : 0;
    if (held && left > early) return held.token;
    try {
      return (await this.renewed()).token;
    } catch (error) {
      // It still holds for a few minutes.
      if (held && left > 0) return held.token;
      throw error;
    }
  }

  /** Another token than the refused one; the one that took its place already, if there is one. */
  async renew(refused: string): Promise<string | undefined> {
    const { token } = this.held && this.held.token !== refused ? this.held : await this.renewed();
    return token === refused ? undefined : token;
  }

  /** Office may open its windows: a person pressed a button. */
  async prompt(prompt: Prompt): Promise<void> {
    await this.pending?.catch(() => undefined);
    await this.askOnce(prompt);
  }

  private renewed(): Promise<Held> {
    if (this.failure && this.failure.until > this.clock.elapsed()) return Promise.reject(this.failure.error);
    return this.pending ?? this.askOnce('none');
  }

  private askOnce(prompt: Prompt): Promise<Held> {
    const pending = this.obtain(prompt).finally(() => {
      if (this.pending === pending) this.pending = undefined;
      this.changed();
    });
    this.pending = pending;
    return pending;
  }

  private async obtain(prompt: Prompt): Promise<Held> {
    try {
      const token = await this.inTime(this.ask(prompt), prompt === 'none' ? silentTimeout : promptTimeout);
      const claims = tokenClaims(token);
      if (!claims) throw new SignInFault(noToken);
      this.failure = undefined;
      return (this.held = { token, ...claims });
    } catch (error) {
      const fault = error instanceof SignInFault ? error : new SignInFault(noToken);
      this.failure = { error: fault, until: this.clock.elapsed() + rest };
      throw fault;
    }
  }

  private inTime(token: Promise<string>, milliseconds: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const cancel = this.clock.setTimer(() => reject(new SignInFault(noToken)), milliseconds);
      token.then(resolve, reject).finally(cancel);
    });
  }
}
