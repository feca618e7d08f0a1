// Finds documents that hold every word of a query: the word itself, its stem, its beginning or its end
// ("machine" in "koffiemachine"). A word nobody uses finds nothing.
import { queryWords, stem, wordsOf } from './words';

const grades = { same: 4, stem: 3, beginning: 2, end: 1 } as const;

export class TextIndex {
  private readonly postings = new Map<string, Map<number, number>>();

  add(document: number, text: string, weight: number): void {
    for (const word of wordsOf(text)) {
      let documents = this.postings.get(word);
      if (!documents) this.postings.set(word, (documents = new Map<number, number>()));
      documents.set(document, Math.max(documents.get(document) ?? 0, weight));
    }
  }

  /** Documents with their score, in no order. */
  find(query: string): Map<number, number> {
    let found: Map<number, number> | undefined;
    for (const word of queryWords(query)) {
      const scores = this.ofWord(word);
      if (found)
        for (const [document, score] of scores) scores.set(document, score + (found.get(document) ?? NaN));
      found = new Map([...scores].filter(([, score]) => !Number.isNaN(score)));
    }
    return found ?? new Map<number, number>();
  }

  private ofWord(word: string): Map<number, number> {
    const root = stem(word);
    const best = new Map<number, number>();
    for (const [known, documents] of this.postings) {
      const grade = gradeOf(word, root, known);
      if (grade === 0) continue;
      for (const [document, weight] of documents) {
        best.set(document, Math.max(best.get(document) ?? 0, grade * weight));
      }
    }
    return best;
  }
}

function gradeOf(word: string, root: string, known: string): number {
  if (known === word) return grades.same;
  if (/\d/.test(word) && word.length < 4) return 0;
  if (root.length >= 3 && stem(known) === root) return grades.stem;
  if (word.length >= 3 && known.startsWith(word)) return grades.beginning;
  return word.length >= 5 && known.endsWith(word) ? grades.end : 0;
}
