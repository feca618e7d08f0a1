// How the words of pages and of a search become terms, the same when the index is made and when it is asked.

/**
 * Chinese has no spaces between words, so pairs of characters stand for them; Arabic joins the article to its word.
 * @param {string} word
 * @returns {string | string[]}
 */
function termsOf(word) {
  const lower = word.toLowerCase();
  if (/^\p{Script=Han}{3,}$/u.test(lower))
    return Array.from({ length: lower.length - 1 }, (_, start) => lower.slice(start, start + 2));
  return lower
    .replaceAll(/[\u064B-\u0652\u0640]/g, '')
    .replaceAll(/[\u0623\u0625\u0622]/g, '\u0627')
    .replace(/^[\u0648\u0641\u0628\u0643]?\u0627\u0644(?=..)|^\u0644\u0644(?=..)/, '');
}

export const searchOptions = {
  fields: ['title', 'text'],
  storeFields: ['title', 'page', 'excerpt'],
  processTerm: termsOf,
};
