// Whoever asks: in personal mode a key, in team mode a person who signed in and for whom the team's key is used.

export interface Person {
  /** Stable, and no secret. */
  readonly id: string;
  readonly name: string;
  /** What the service is called with; never leaves the server in team mode. */
  readonly key: string;
  readonly admin: boolean;
  /** Whose budget it is when one person signs in in several ways: an e-mail address. */
  readonly account?: string | undefined;
  /** Groups that may have a budget of their own. */
  readonly groups?: readonly string[];
}
