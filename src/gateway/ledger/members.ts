// Who shares the ledger, as one gateway sees them: a gateway is there when its number has moved lately, by a clock that
// nobody sets.
import type { Member } from './sharedLedger';

/** After this long without a word a gateway no longer counts among those that share what is left. */
const present = 30_000;
/** After this long it counts as ended, and the others no longer wait for it. */
const evictAfter = 660_000;

export type KnownMembers = Readonly<Record<string, { readonly gone: boolean; readonly kept: boolean }>>;

export class Members {
  readonly #heard = new Map<string, { readonly seq: number; readonly at: number }>();
  #members: Readonly<Record<string, Member>> = {};

  constructor(
    private readonly own: string,
    /** From a former life. */
    private readonly before: KnownMembers,
    private readonly elapsed: () => number,
  ) {}

  learn(members: Readonly<Record<string, Member>>): void {
    const at = this.elapsed();
    for (const [id, { seq }] of Object.entries(members))
      if (this.#heard.get(id)?.seq !== seq) this.#heard.set(id, { seq, at });
    this.#members = members;
  }

  /** From its own news, which come before the next list of members. */
  hear(gateway: string): void {
    if (this.#members[gateway] !== undefined || gateway === this.own) return;
    this.#members = { ...this.#members, [gateway]: { state: 'here', seq: 0, kept: false } };
    this.#heard.set(gateway, { seq: 0, at: this.elapsed() });
  }

  /** This one included. */
  get count(): number {
    const since = this.elapsed() - present;
    const others = Object.entries(this.#members).filter(
      ([id, { state }]) =>
        id !== this.own && state === 'here' && (this.#heard.get(id)?.at ?? -Infinity) >= since,
    );
    return others.length + 1;
  }

  /** Those who have been silent for so long that they count as ended. */
  get overdue(): readonly { readonly gateway: string; readonly seq: number }[] {
    const since = this.elapsed() - evictAfter;
    return Object.entries(this.#members).flatMap(([gateway, { state, seq }]) =>
      gateway !== this.own && state !== 'gone' && (this.#heard.get(gateway)?.at ?? Infinity) < since
        ? [{ gateway, seq }]
        : [],
    );
  }

  get known(): KnownMembers {
    const known: Record<string, { gone: boolean; kept: boolean }> = { ...this.before };
    for (const [id, { state, kept }] of Object.entries(this.#members))
      known[id] = { gone: state === 'gone', kept };
    return known;
  }
}
