// What is said of a request that is not sent, in the language of the reader.
import english from '../../languages/en/review.json';
import { sayer } from '../../languages/say';

export const sayReview = sayer('review', english.messages.review);
