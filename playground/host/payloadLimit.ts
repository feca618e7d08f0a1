// Excel on the web limits each Rich API request and response to 5 MB, including results of custom functions. A larger one is
// rejected with one of these codes. The runtime then sends the results of a batch one by one, and a single result that is too
// large never reaches its cell.
export const refusal = { requestTooLarge: 5103, responseTooLarge: 5104 } as const;

const most = 5 * 1024 * 1024;
const mostBytesPerCharacter = 3;

export function isTooLarge(body: string): boolean {
  if (body.length * mostBytesPerCharacter <= most) return false;
  return new TextEncoder().encode(body).length > most;
}
