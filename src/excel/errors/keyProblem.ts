// Why a key that was saved is not there, and what to do. For cells and pane; the vault itself only knows which it is.
import type { KeyProblem } from '../runtime';
import { say } from './say';

const keys = { unread: 'keyUnread', locked: 'keyLocked', lost: 'keyLost', unkept: 'keyUnkept' } as const;

export const keyProblemText = (problem: KeyProblem): string => say(keys[problem]);
