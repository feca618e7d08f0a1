// The account this Excel is signed in with: none, until a test sets what getAccessToken returns, a token or an error number of
// single sign-on.
const notSignedIn = 13001;

export class Identity {
  answer: string | number = notSignedIn;

  /** The reply to the host method, in the form of office.js's web client. */
  reply(): Record<string, unknown> {
    const result = typeof this.answer === 'string' ? { accessToken: this.answer } : {};
    return { Version: 1, Error: typeof this.answer === 'number' ? this.answer : 0, ...result };
  }
}
