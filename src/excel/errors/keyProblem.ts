// Why a key that was saved is not there, and what to do. For cells and pane; the vault itself only knows which it is.
import type { KeyProblem } from '../runtime';

const keep = 'To keep it, allow site data for this address or leave private browsing.';

export const keyProblems: Readonly<Record<KeyProblem, string>> = {
  unread:
    'Storage is not responding, so Spillway cannot tell whether a key is saved. Reload the add-in; if that does not help, enter your key again under Usage.',
  locked: `Your saved key cannot be opened: the browser’s storage (IndexedDB) is blocked or not responding. Enter it again under Usage. ${keep}`,
  lost: 'Your saved key can no longer be opened, because some of the browser’s data was deleted. Enter it again under Usage.',
  unkept: `Your key could not be saved because the browser’s storage (IndexedDB) is blocked. Enter it again under Usage. ${keep}`,
};
