// A token as the pane sees it: only its middle part is read there.
export const unsignedToken = (claims: Record<string, unknown>): string => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.c2ln`;
};

export const tokenUntil = (expires: number, more: Record<string, unknown> = {}): string =>
  unsignedToken({ exp: Math.floor(expires / 1_000), preferred_username: 'ann@team.test', ...more });
