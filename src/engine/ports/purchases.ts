// What was paid for in this workbook, wherever it was opened. The workbook keeps digests only: where the cache is empty,
// because it is another browser or another person's, they tell a second purchase from a first one.

export interface Purchases {
  /** Whether an answer for at least this count was paid for in this workbook. */
  knows(key: string, count: number | undefined): Promise<boolean>;
  note(key: string, count: number | undefined): void;
}
