// The valid name a person most likely meant: every message about a wrong name offers one.

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Edits (insert, delete, replace, swap of neighbours) between two words; stops counting above `limit`. */
function distance(a: string, b: string, limit: number): number {
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

/** Nobody mistypes a name of more letters than this. */
const longest = 64;

/** The candidate closest to what was typed, or undefined where nothing is close. */
export function nearest(given: string, candidates: Iterable<string>): string | undefined {
  if (given.length > longest) return undefined;
  const word = plain(given);
  if (word === '') return undefined;
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestEdits = limit + 1;
  let partial: string | undefined;
  for (const candidate of candidates) {
    const other = plain(candidate);
    const edits = distance(word, other, limit);
    if (edits < bestEdits) {
      best = candidate;
      bestEdits = edits;
    }
    if (word.length >= 3 && other.includes(word) && (!partial || candidate.length < partial.length)) {
      partial = candidate;
    }
  }
  return best ?? partial;
}
