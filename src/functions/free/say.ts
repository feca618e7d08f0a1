// What is said of the functions that ask for no data, in the language of the reader.
import english from '../../languages/en/free.json';
import { sayer } from '../../languages/say';

export const sayFree = sayer('free', english.messages.free);
