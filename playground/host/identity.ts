// The account this Excel is signed in with: none, until a test sets what it returns: a token, an error number of single sign-on, or
// an error of nested app authentication.
const notSignedIn = 13001;

export interface NestedAuthError {
  readonly status: string;
  readonly code?: string;
  readonly description?: string;
}

export type SignInResult = string | number | NestedAuthError;

export class Identity {
  signIn: SignInResult = notSignedIn;

  /** The reply to the host method, in the form of office.js's web client. */
  reply(): Record<string, unknown> {
    const result = typeof this.signIn === 'string' ? { accessToken: this.signIn } : {};
    return { Version: 1, Error: typeof this.signIn === 'number' ? this.signIn : 0, ...result };
  }
}
