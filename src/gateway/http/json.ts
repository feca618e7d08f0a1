// Text that may be JSON. Whatever comes from outside may be damaged, or be something else.

export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
