// What is said of conditions, of cards and of values that are not as documented, in the language of the reader.
import english from '../../languages/en/where.json';
import { sayer } from '../../languages/say';

export const sayWhere = sayer('where', english.messages.where);
