// A failure in the pane, in a sentence that says what to do next: the same sentence the cell would show.
import { storageNotices } from '../../engine/ports/guardedStore';
import { isSpillwayError } from '../../engine/request/errors';
import { cellFault, type ErrorContext } from '../../excel/errors/cellError';
import { settingsNotices } from '../../excel/stores/stringStore';
import { InputFault } from '../../spill/inputFault';

/** Errors of Excel that have a remedy, by their codes. */
const excelSentences: Readonly<Record<string, string>> = {
  InvalidOperationInCellEditMode: 'A cell is being edited. Press Enter or Esc in the sheet, then try again.',
  AccessDenied:
    'Excel did not allow it: the sheet or the workbook is protected. Remove the protection, then try again.',
  ReadOnly: 'The workbook is read-only. Save a copy, then try again in the copy.',
  RequestPayloadSizeLimitExceeded: 'That is too much for one step in this Excel. Try again with fewer cells.',
  ResponsePayloadSizeLimitExceeded:
    'That is too much for one step in this Excel. Try again with fewer cells.',
  ActivityLimitReached: 'Excel is busy. Wait a moment, then try again.',
  Timeout: 'Excel did not respond in time. Try again.',
};

/** Text that nobody wrote for a reader: one line, and no longer than a card can show. */
const longestRaw = 160;
function brief(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length > longestRaw ? `${line.slice(0, longestRaw).trimEnd()}…` : line;
}

export function failureText(failure: unknown, context: ErrorContext = {}): string {
  if (failure instanceof InputFault) return failure.message;
  if (isSpillwayError(failure)) return cellFault(failure, context).message;
  const { code } = Object(failure) as { readonly code?: unknown };
  if (typeof code === 'string' && Object.hasOwn(excelSentences, code)) return excelSentences[code]!;
  return failure instanceof Error && failure.message
    ? `Something went wrong. ${brief(failure.message)}`
    : 'Something went wrong. Try again.';
}

const sentences: Readonly<Record<string, string>> = {
  [storageNotices.blocked]:
    'Storage is blocked in this Excel, so results are kept in memory only. Fetching them again after a restart costs credits.',
  [storageNotices.slow]:
    'Storage is not responding yet. Results are kept in memory and stored as soon as it responds. Keep Excel open until this message goes.',
  [storageNotices.full]:
    'Storage is full. The least recently used results are removed to make room; new ones may be kept in memory only.',
  [storageNotices.newer]:
    'A newer version of Spillway has used this storage, so what you bought and spent cannot be read here, and everything asks first. Reload the add-in to update it.',
  [settingsNotices.blocked]:
    'Storage is blocked in this Excel, so your settings and key may be lost after a restart. Reload the add-in; if that does not help, restart Excel.',
  [settingsNotices.slow]:
    'Your settings and key are not stored yet, because storage is not responding. They apply until you close Excel, and are stored when it responds.',
  [settingsNotices.passedOver]:
    'The storage of this Excel did not work when the add-in started, so your settings and key may be lost after a restart. Reload the add-in; if that does not help, restart Excel.',
  [settingsNotices.late]:
    'The storage of this Excel responded too late when the add-in started. To use the settings and key that are stored there, reload the add-in.',
};

/** Other notices are sentences already. */
export const noticeText = (notice: string): string => sentences[notice] ?? notice;
