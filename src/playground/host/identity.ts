// The account this Excel is signed in with. Nobody is, until a test says what getAccessToken answers: a token, or one of
// the error numbers of single sign-on.
export const notSignedIn = 13001;

export class Identity {
  answer: string | number = notSignedIn;

  /** The reply to the host method, in the form of office.js's web client. */
  reply(): Record<string, unknown> {
    const result = typeof this.answer === 'string' ? { accessToken: this.answer } : {};
    return { Version: 1, Error: typeof this.answer === 'number' ? this.answer : 0, ...result };
  }
}
