// That someone signs in with Microsoft, as it is stored.
export const entry = 'signIn';
export const chosen = 'microsoft';
