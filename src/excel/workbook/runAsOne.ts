// One step for Undo where this Excel can do that (ExcelApi 1.20); where one of the calls cannot be undone, without.
type Work<T> = (context: Excel.RequestContext) => Promise<T>;

const cannotUndo = (error: unknown): boolean =>
  (error as { readonly code?: unknown } | undefined)?.code === 'UndoNotSupported';

export const undoesAsOne = (): boolean => Office.context.requirements.isSetSupported('ExcelApi', '1.20');

export async function runAsOne<T>(work: Work<T>): Promise<T> {
  if (!undoesAsOne()) return Excel.run(work);
  return Excel.run({ mergeUndoGroup: true } as Excel.RunOptions, work).catch((error: unknown) => {
    if (cannotUndo(error)) return Excel.run(work);
    throw error;
  });
}
