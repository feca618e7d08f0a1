// Waits for something to become true, looking often, with a deadline instead of a guess.
export async function eventually<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  milliseconds = 150_000,
): Promise<T> {
  const until = Date.now() + milliseconds;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > until)
      throw new Error(`It did not happen within ${milliseconds} ms: ${look.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
