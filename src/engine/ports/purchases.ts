// What was paid for in this workbook, wherever it was opened. The workbook keeps digests only: where the cache is empty,
// because it is another browser or another person's, they tell a second purchase from a first one.

export interface Purchases {
  /** Whether a response for at least this count was paid for in this workbook. Rejects where that cannot be told. */
  knows(key: string, count: number | undefined): Promise<boolean>;
  /** Resolves when the workbook has it, or cannot take it. */
  note(key: string, count: number | undefined): Promise<void> | undefined;
  /** The page may be about to go: what the workbook has not taken yet is offered to it once more. */
  flush?(): void;
}
