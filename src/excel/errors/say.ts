// What an error says, in the language of the reader.
import english from '../../languages/en/errors.json';
import { sayer } from '../../languages/say';
import type { KeyProblem } from '../runtime';

export const say = sayer('errors', english.messages.errors);

/** Every key, for tables of them. */
export type Says = keyof typeof english.messages.errors;

const keys = { unread: 'keyUnread', locked: 'keyLocked', lost: 'keyLost', unkept: 'keyUnkept' } as const;

export const keyProblemText = (problem: KeyProblem): string => say(keys[problem]);
