// What cells say in the language of the reader, above all the names of columns, parameters and values. Every formula loads this, so it holds no texts: English
// stands in the operations table, and another language comes with a file of its own (cellFiles.ts).

import { joinedIn, signIn, type Joint, type Part, type Signs } from './fill';

export interface CellTexts {
  readonly tag: string;
  /** By the English text; by shape and field (`RuretailProperty.measure`) where one word has two meanings. */
  readonly labels: Readonly<Record<string, string>>;
  /** Values of closed lists. */
  readonly values: Readonly<Record<string, string>>;
  /** Sentences (say.ts). */
  readonly messages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly direction?: 'ltr' | 'rtl';
  readonly signs?: Signs;
}

let texts: CellTexts | undefined;

/** Undefined in English. */
export const cellTexts = (): CellTexts | undefined => texts;
export function setCellTexts(next: CellTexts | undefined): void {
  texts = next;
}

/** `a, b`, `name: value`, `one; another`, as the language of cells writes it. */
export const joinedInCells = (joint: Joint, parts: readonly Part[]): string =>
  joinedIn(joint, parts, texts ?? {});
/** Alone, for headings: a cell has no marks of direction in it. */
export const signInCells = (joint: keyof Signs): string => signIn(texts?.signs, joint);

/** What formulas compare with: the same in every language. */
export const unlabelled = (english: string): string => english;

/** What a gateway wrote in English. How it is said in another language comes with the pane (t.ts). */
let sentence = unlabelled;
export const inCells = (english: string): string => sentence(english);
export function setSentence(said: (english: string) => string): void {
  sentence = said;
}

export const labelled = (english: string, place = ''): string =>
  texts?.labels[place] ?? texts?.labels[english] ?? english;
