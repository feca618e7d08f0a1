// The search of the documentation, in the page: the index is loaded when somebody first wants it.
import MiniSearch from 'minisearch';
import { searchOptions } from './terms.js';

const { document } = window;
const input = /** @type {HTMLInputElement} */ (document.getElementById('search'));
const list = /** @type {HTMLElement} */ (document.getElementById('results'));
const found = /** @type {HTMLElement} */ (document.getElementById('found'));
/** @type {Promise<MiniSearch> | undefined} */
let index;

const load = () =>
  (index ??= fetch('search.json')
    .then((response) => response.text())
    .then((text) => MiniSearch.loadJSON(text, searchOptions)));

/** @param {import('minisearch').SearchResult} result */
function entry({ id, title, page, excerpt }) {
  const link = Object.assign(document.createElement('a'), { href: id, textContent: title });
  const where = Object.assign(document.createElement('span'), { textContent: page });
  const about = Object.assign(document.createElement('small'), { textContent: excerpt });
  const item = document.createElement('li');
  item.append(link, where, about);
  return item;
}

async function search() {
  const words = input.value.trim();
  const results =
    words === '' ? [] : (await load()).search(words, { prefix: true, fuzzy: 0.2, boost: { title: 3 } });
  if (words !== input.value.trim()) return;
  list.replaceChildren(...results.slice(0, 12).map(entry));
  list.hidden = results.length === 0;
  found.textContent =
    words === ''
      ? ''
      : ((results.length === 0
          ? found.dataset.none
          : found.dataset.some?.replace('{count}', `${results.length}`)) ?? '');
}

input.addEventListener('focus', load);
input.addEventListener('input', search);
input.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') input.value = '';
  if (key === 'Escape') void search();
  if (key === 'Enter') list.querySelector('a')?.click();
});
