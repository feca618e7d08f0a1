// The user's Microsoft sign-in. Only the choice is stored: the token stays in memory, and Office
// issues a new one after a restart, without a prompt.
import type { TokenSource } from '../../../engine/request/credential';
import type { Clock } from '../../../engine/ports/clock';
import { createListeners, together } from '../../../engine/ports/listeners';
import { SpillwayError } from '../../../engine/request/errors';
import type { ChangeBroadcast } from '../changeBroadcast';
import type { MicrosoftSignIn } from '../../runtime';
import type { StringStore } from '../../stores/stringStore';
import { chosen, entry } from './signInChoice';
import type { MicrosoftApp } from '../../../protocol/gateway';
import type { AskOffice, Prompt } from './officeToken';
import { load } from '../../lazyCode';
import type { HeldToken } from './heldToken';

// Loads the code for tokens when one is first needed: most people save a key instead.

class LazyToken {
  private held: HeldToken | undefined;
  private loading: Promise<HeldToken> | undefined;

  constructor(
    private readonly parts: MicrosoftSignInParts,
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

  async prompt(prompt: Prompt): Promise<void> {
    await (await this.token()).prompt(prompt);
  }

  private token(): Promise<HeldToken> {
    return (this.loading ??= load(() => import(/* webpackChunkName: "later" */ './heldToken')).then(
      (code) => {
        const { ask, readApp, clock } = this.parts;
        return (this.held = new code.HeldToken(ask ?? code.microsoftToken(readApp), clock, this.changed));
      },
      (error: unknown) => {
        this.loading = undefined;
        throw error;
      },
    ));
  }
}

export interface MicrosoftSignInParts {
  /** Undefined: Office itself. */
  readonly ask?: AskOffice | undefined;
  /** The registration that the gateway tells of. */
  readonly readApp: () => Promise<MicrosoftApp | undefined>;
  readonly clock: Clock;
  readonly strings: StringStore;
  readonly broadcast: ChangeBroadcast;
}

export interface MicrosoftCredential extends MicrosoftSignIn {
  /** Undefined if nobody is signed in with Microsoft. */
  source(): TokenSource | undefined;
}

export async function createMicrosoftSignIn(parts: MicrosoftSignInParts): Promise<MicrosoftCredential> {
  const { strings, broadcast } = parts;
  const listeners = createListeners();
  const watchers = createListeners();
  const newToken = () => new LazyToken(parts, watchers.notify);
  let count = 0;
  /** Whoever signed out, or was refused, may want another account. */
  let isLeft = false;
  let current: { readonly token: LazyToken; readonly source: TokenSource } | undefined;

  const begin = (token: LazyToken) => {
    const id = `microsoft ${(count += 1)}`;
    // After a sign-out, no token is requested for that user, and the next user does not pay with it.
    const isOver = () => current?.token !== token;
    const source: TokenSource = {
      id,
      get: () => token.get().catch((error: unknown) => Promise.reject(noKey(error))),
      renew: async (refused) => {
        const next = isOver() ? undefined : await token.renew(refused);
        return isOver() ? undefined : next;
      },
    };
    current = { token, source };
  };
  const reread = async () => {
    const isChosen = (await strings.get(entry).catch(() => undefined)) === chosen;
    if (isChosen === (current !== undefined)) return;
    if (isChosen) begin(newToken());
    else current = undefined;
    listeners.notify();
  };
  broadcast.subscribe('signIn', () => void reread());
  await reread();

  return {
    account: () => current && { name: current.token.name, fault: current.token.fault?.message },
    source: () => current?.source,
    signIn: async () => {
      const token = newToken();
      await token.prompt(isLeft ? 'another account' : 'allowed');
      isLeft = false;
      begin(token);
      await strings.set(entry, chosen).catch(() => undefined);
      listeners.notify();
      broadcast.post('signIn');
    },
    signOut: async () => {
      if (!current) return;
      current = undefined;
      isLeft = true;
      await strings.remove(entry).catch(() => strings.set(entry, '').catch(() => undefined));
      listeners.notify();
      broadcast.post('signIn');
    },
    subscribe: listeners.subscribe,
    changes: together(watchers, listeners),
  };
}

/** Only a sign-in error says what the user can do. It is recognized by name, because its code may not be loaded. */
const noKey = (error: unknown): SpillwayError =>
  new SpillwayError('no_key', {
    signIn: true,
    detail:
      `Spillway could not renew your Microsoft sign-in. ${error instanceof Error && error.name === 'SignInFault' ? error.message : ''}`.trim(),
    billed: 'no',
  });
