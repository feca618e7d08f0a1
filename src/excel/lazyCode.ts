// Loads code that the page does not need at its start. A chunk that did not arrive is asked for again before anyone is
// told: a cell must not stay empty because of one lost packet.

/** Milliseconds before each further try. */
const pauses = [500, 2_000, 5_000];

export async function load<Module>(fetchCode: () => Promise<Module>): Promise<Module> {
  for (const pause of pauses) {
    try {
      return await fetchCode();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return fetchCode();
}
