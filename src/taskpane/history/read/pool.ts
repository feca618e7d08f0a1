// Many reads, a few at a time: neither the browser's database nor the gateway is asked thousands of questions at once.

const atOnce = 8;

/** The results in the order of the elements. */
export async function inPool<T, Result>(
  all: readonly T[],
  work: (one: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const run = async () => {
    while (next < all.length) {
      const index = next;
      next += 1;
      results[index] = await work(all[index]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, run));
  return results;
}
