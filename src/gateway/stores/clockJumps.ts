// A clock that is far ahead for a moment makes everything look old, and what is deleted for its age does not come back when it is set
// right. So whoever deletes asks first.

const minute = 60_000;
const day = 1_440 * minute;
/** Whoever asks once an hour passes over one time. */
const doubted = 59 * minute;

/** Tells whether the time of day went ahead of the time that passed, by more than a day, in the last hour. */
export function clockJumps(clock: () => number, elapsed: () => number): () => boolean {
  let start = clock() - elapsed();
  let until = -Infinity;
  return () => {
    const before = start;
    start = clock() - elapsed();
    if (start - before > day) until = elapsed() + doubted;
    return elapsed() < until;
  };
}
