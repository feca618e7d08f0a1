// A clock that is far ahead for a moment makes everything look old, and what is deleted for its age does not come back when it is set
// right. So whoever deletes asks first, once an hour.

const day = 86_400_000;

/** Tells whether the time of day has gone ahead, by more than a day of the time that passed since it was last asked. */
export function clockJumps(clock: () => number, elapsed: () => number): () => boolean {
  let start = clock() - elapsed();
  return () => {
    const before = start;
    start = clock() - elapsed();
    return start - before > day;
  };
}
