// What an error says, in the language of the reader.
import english from '../../languages/cells/en/errors.json';
import { sayer } from '../../languages/say';

export const say = sayer('errors', english.messages.errors);

/** Every key, for tables of them. */
export type Says = keyof typeof english.messages.errors;
