// What is said of a formula that cannot be read and of records that cannot be shown, in the language of the reader.
import english from '../languages/en/input.json';
import { sayer } from '../languages/say';

export const sayInput = sayer('input', english.messages.input);
