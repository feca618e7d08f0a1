// The frame of every page. No inline script and no inline style: the gateway forbids both.
import { readFileSync } from 'node:fs';
import { at } from '../setup/root.mjs';
import { languages } from './language.mjs';
import { menu } from './menu.mjs';
import { addressFrom, pageIn } from './pages.mjs';

/** @type {{ homepage: string }} */
const product = JSON.parse(readFileSync(at('package.json'), 'utf8'));

/** @param {string} text */
const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** @param {import('./pages.mjs').PageIn} current */
const navigation = (current) =>
  menu
    .map(({ group, pages: inGroup }) => {
      const { tag, say } = current.language;
      const links = inGroup.flatMap(({ name }) => {
        const page = pageIn(name, tag) ?? pageIn(name, 'en');
        if (!page) return [];
        const here = page === current ? ' aria-current="page"' : '';
        const foreign = page.language.tag === tag ? '' : ' lang="en" hreflang="en"';
        return `<li><a href="${addressFrom(current, page.stem)}.html"${here}${foreign}>${escape(page.title)}</a></li>`;
      });
      const isForeign = inGroup.every(({ name }) => !pageIn(name, tag));
      const heading = say(group) + (isForeign ? ` ${say('(in English)')}` : '');
      return `<h2>${escape(heading)}</h2>\n<ul>\n${links.join('\n')}\n</ul>`;
    })
    .join('\n');

/** The same page in each language; the start page of a language that does not have it. */
const switchOf = (/** @type {import('./pages.mjs').PageIn} */ current) =>
  languages
    .flatMap(({ tag, name }) => {
      const page = pageIn(current.name, tag) ?? pageIn('index', tag);
      if (!page) return [];
      const here = page === current ? ' aria-current="page"' : '';
      return `<li><a href="${addressFrom(current, page.stem)}.html" lang="${tag}" hreflang="${tag}"${here}>${escape(name)}</a></li>`;
    })
    .join('\n');

/** For search engines: the same page in other languages, at its public address. */
const alternates = (/** @type {import('./pages.mjs').PageIn} */ current) =>
  ['x-default', ...languages.map(({ tag }) => tag)]
    .flatMap((tag) => {
      const page = pageIn(current.name, tag === 'x-default' ? 'en' : tag);
      return page
        ? `<link rel="alternate" hreflang="${tag}" href="${product.homepage}${page.stem}.html">`
        : [];
    })
    .join('\n');

/**
 * @param {import('./pages.mjs').PageIn} page
 * @param {string} content
 * @param {string} version
 */
export function layout(page, content, version) {
  const { tag, direction, say } = page.language;
  const text = (/** @type {string} */ english) => escape(say(english));
  const file = (/** @type {string} */ name) => addressFrom(page, name);
  return `<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.name === 'index' ? 'Spillway' : `${escape(page.title)} · Spillway`}</title>
<link rel="icon" href="${file('icon-32.png')}">
<link rel="stylesheet" href="${file('site.css')}">
${alternates(page)}
<script type="module" src="${file('search.js')}"></script>
</head>
<body>
<a class="skip" href="#content">${text('Skip to the content')}</a>
<nav aria-label="${text('Documentation')}">
<ul class="languages" aria-label="${text('Language')}">
${switchOf(page)}
</ul>
<search>
<label for="search">${text('Search')}</label>
<input id="search" type="search" autocomplete="off" spellcheck="false">
<ol id="results" aria-label="${text('Results')}" hidden></ol>
<p id="found" role="status" data-none="${text('Nothing found.')}" data-some="${text('Found: {count}')}"></p>
</search>
${navigation(page)}
<p><a href="${product.homepage}demo/">${text('Try it in your browser')}</a></p>
<p class="version">${text('Version')} ${escape(version)}</p>
</nav>
<main id="content">
${content.trim()}
</main>
</body>
</html>
`;
}
