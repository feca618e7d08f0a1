// The valid name a person most likely meant: every message about a wrong name offers one.

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Edits (insert, delete, replace, swap of neighbours) between two words; stops counting above `limit`. */
export function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, before[j - 2]! + 1);
      }
      row.push(edits);
    }
    if (Math.min(...row) > limit) return limit + 1;
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/** Longer names are not compared. */
const longest = 64;

/** A typo is one edit in a short word, two in a long one; more is another word. */
const mostEdits = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : length < 12 ? 2 : 3);

/** The name that was most likely meant: by its spelling, then by a part of it. Undefined if none is close. */
export function nearest(given: string, candidates: Iterable<string>): string | undefined {
  if (given.length > longest) return undefined;
  const word = plain(given);
  if (word === '') return undefined;
  const limit = mostEdits(word.length);
  let best: string | undefined;
  let bestRank = Infinity;
  for (const candidate of candidates) {
    const other = plain(candidate);
    const edits = distance(word, other, limit);
    const spelt = edits <= limit;
    const part = word.length >= 3 && other.includes(word);
    if (!spelt && !part) continue;
    // Among parts the shorter name is the nearer one.
    const rank = spelt ? edits : 10 + other.length;
    if (rank < bestRank) {
      best = candidate;
      bestRank = rank;
    }
  }
  return best;
}
