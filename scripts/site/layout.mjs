// The frame of every page. No inline script and no inline style: the gateway forbids both.
import { readFileSync } from 'node:fs';
import { at } from '../setup/root.mjs';
import { menu, pages } from './pages.mjs';

/** @type {{ homepage: string }} */
const product = JSON.parse(readFileSync(at('package.json'), 'utf8'));

/** @param {string} text */
const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** @param {string} current */
const navigation = (current) =>
  menu
    .map(({ group, pages: inGroup }) => {
      const links = inGroup.map(({ name, title }) => {
        const here = name === current ? ' aria-current="page"' : '';
        return `<li><a href="${name}.html"${here}>${escape(title)}</a></li>`;
      });
      return `<h2>${escape(group)}</h2>\n<ul>\n${links.join('\n')}\n</ul>`;
    })
    .join('\n');

/**
 * @param {string} name
 * @param {string} content
 * @param {string} version
 */
export function layout(name, content, version) {
  const title = pages.find((page) => page.name === name)?.title ?? name;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name === 'index' ? 'Spillway' : `${escape(title)} · Spillway`}</title>
<link rel="icon" href="icon-32.png">
<link rel="stylesheet" href="site.css">
<script type="module" src="search.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Documentation">
<search>
<label for="search">Search</label>
<input id="search" type="search" autocomplete="off" spellcheck="false">
<ol id="results" aria-label="Results" hidden></ol>
<p id="found" role="status"></p>
</search>
${navigation(name)}
<p><a href="${product.homepage}demo/">Try it in your browser</a></p>
<p class="version">Version ${escape(version)}</p>
</nav>
<main id="content">
${content.trim()}
</main>
</body>
</html>
`;
}
