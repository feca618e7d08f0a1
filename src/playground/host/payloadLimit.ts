// Excel on the web takes and gives at most 5 MB in one Rich API request, results of custom functions among them. What is
// larger is refused as a whole with one of these codes; the runtime then sends the results of a batch one by one, and one
// that alone is too large never reaches its cell.
export const refusal = { requestTooLarge: 5103, responseTooLarge: 5104 } as const;

const most = 5 * 1024 * 1024;
const mostBytesPerCharacter = 3;

export function isTooLarge(body: string): boolean {
  if (body.length * mostBytesPerCharacter <= most) return false;
  return new TextEncoder().encode(body).length > most;
}
