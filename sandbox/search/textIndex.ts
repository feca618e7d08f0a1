// Finds documents that contain every word of a query: the word itself, its stem, its beginning or its end
// ("machine" in "koffiemachine").
import { queryWords, stem, wordsOf } from './words';

const grades = { same: 4, stem: 3, beginning: 2, end: 1 } as const;

interface Posting {
  readonly root: string;
  readonly documents: Map<number, number>;
}

export class TextIndex {
  private readonly postings = new Map<string, Posting>();
  /** Category texts repeat with every product. */
  private readonly seen = new Map<string, readonly string[]>();

  add(document: number, text: string, weight: number): void {
    let words = this.seen.get(text);
    if (!words) this.seen.set(text, (words = wordsOf(text)));
    for (const word of words) {
      let posting = this.postings.get(word);
      if (!posting) this.postings.set(word, (posting = { root: stem(word), documents: new Map() }));
      const { documents } = posting;
      documents.set(document, Math.max(documents.get(document) ?? 0, weight));
    }
  }

  /** Documents with their score, unordered. */
  find(query: string): Map<number, number> {
    const [first, ...others] = queryWords(query).map((word) => this.ofWord(word));
    const found = new Map<number, number>();
    for (const [document, score] of first ?? []) {
      const scores = others.map((each) => each.get(document));
      if (scores.every((each) => each !== undefined)) {
        found.set(
          document,
          scores.reduce((sum, each) => sum + each, score),
        );
      }
    }
    return found;
  }

  private ofWord(word: string): Map<number, number> {
    const root = stem(word);
    const best = new Map<number, number>();
    for (const [known, posting] of this.postings) {
      const grade = gradeOf(word, root, known, posting.root);
      if (grade === 0) continue;
      for (const [document, weight] of posting.documents) {
        best.set(document, Math.max(best.get(document) ?? 0, grade * weight));
      }
    }
    return best;
  }
}

/** Short words with digits (55, m3, 1tb) must match exactly. */
function gradeOf(word: string, root: string, known: string, knownRoot: string): number {
  if (known === word) return grades.same;
  if (word.length < 4 && /\d/.test(word)) return 0;
  if (root.length >= 3 && knownRoot === root) return grades.stem;
  if (word.length >= 3 && known.startsWith(word)) return grades.beginning;
  return word.length >= 5 && known.endsWith(word) ? grades.end : 0;
}
