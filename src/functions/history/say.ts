// What the functions of the history, of matches and of watches say, in the language of the reader.
import english from '../../languages/en/history.json';
import { sayer } from '../../languages/say';

export const sayHistory = sayer('history', english.messages.history);
