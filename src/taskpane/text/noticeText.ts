// The sentences for what the engine and the runtime have to tell; their code, which every formula loads, has only the names.
import { storageNotices } from '../../engine/ports/guardedStore';
import { silentStorage } from '../../excel/createRuntime';

const sentences: Readonly<Record<string, string>> = {
  [storageNotices.blocked]:
    'Storage is blocked or not responding in this Excel, so results are kept in memory only. Fetching them again after a restart costs credits.',
  [storageNotices.full]:
    'Storage is full. The least recently used results are removed to make room; new ones may be kept in memory only.',
  [silentStorage]:
    'Storage is blocked or not responding in this Excel, so your settings and key may be lost after a restart. Reload the add-in; if that does not help, restart Excel.',
};

/** Other notices are sentences already. */
export const noticeText = (notice: string): string => sentences[notice] ?? notice;
