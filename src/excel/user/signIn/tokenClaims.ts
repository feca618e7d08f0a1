// The claims of a token: when it expires and whose it is. Read for timing and display only; whether it is
// genuine is the gateway's to decide.

export interface TokenClaims {
  /** Milliseconds since 1970. */
  readonly expires: number;
  readonly name: string | undefined;
}

export function tokenClaims(token: string): TokenClaims | undefined {
  const [, body = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob(body.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown> | null;
    if (typeof claims?.exp !== 'number') return undefined;
    const name = [claims.preferred_username, claims.upn, claims.name].find((it) => typeof it === 'string');
    return { expires: claims.exp * 1_000, name };
  } catch {
    return undefined;
  }
}
