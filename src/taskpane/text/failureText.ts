// A failure in the pane, in a sentence that says what to do next: the same sentence the cell would show.
import { storageNotices } from '../../engine/ports/guardedStore';
import { isSpillwayError } from '../../engine/request/errors';
import { cellFault, type ErrorContext } from '../../excel/errors/cellError';
import { settingsNotices } from '../../excel/stores/stringStore';
import { InputFault } from '../../spill/inputFault';
import { said, t, type PlainKey } from '../../languages/t';

/** Errors of Excel that have a remedy, by their codes. */
const excelSentences: Readonly<Record<string, PlainKey>> = {
  InvalidOperationInCellEditMode: 'text.aCellIsBeing',
  AccessDenied: 'text.excelDidNotAllow',
  ReadOnly: 'text.theWorkbookIsRead',
  RequestPayloadSizeLimitExceeded: 'text.thatIsTooMuch',
  ResponsePayloadSizeLimitExceeded: 'text.thatIsTooMuch',
  ActivityLimitReached: 'text.excelIsBusyWait',
  Timeout: 'text.excelDidNotRespond',
};

/** Text that nobody wrote for a reader: one line, and no longer than a card can show. */
const longestRaw = 160;
function brief(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length > longestRaw ? `${line.slice(0, longestRaw).trimEnd()}…` : line;
}

export function failureText(failure: unknown, context: ErrorContext = {}): string {
  if (failure instanceof InputFault) return said(failure.message);
  if (isSpillwayError(failure)) {
    return said(cellFault(failure, context).message);
  }
  const { code } = Object(failure) as { readonly code?: unknown };
  if (typeof code === 'string' && Object.hasOwn(excelSentences, code)) return t(excelSentences[code]!);
  return failure instanceof Error && failure.message
    ? t('text.somethingWentWrong', { brief: said(brief(failure.message)) })
    : t('text.somethingWentWrongTry');
}

const sentences: Readonly<Record<string, PlainKey>> = {
  [storageNotices.blocked]: 'text.storageIsBlockedIn',
  [storageNotices.slow]: 'text.storageIsNotResponding',
  [storageNotices.full]: 'text.storageIsFullThe',
  [storageNotices.newer]: 'text.aNewerVersionOf',
  [settingsNotices.blocked]: 'text.storageIsBlockedIn2',
  [settingsNotices.slow]: 'text.yourSettingsAndKey',
  [settingsNotices.passedOver]: 'text.theStorageOfThis',
  [settingsNotices.late]: 'text.theStorageOfThis2',
};

export const noticeText = (notice: string): string => {
  const key = sentences[notice];
  return key ? t(key) : said(notice);
};
