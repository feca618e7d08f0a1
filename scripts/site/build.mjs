// Builds the documentation as a static site in dist/help, with Eleventy. The gateway serves it under /help, and CI publishes it.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import Eleventy from '@11ty/eleventy';
import MiniSearch from 'minisearch';
import { at } from '../setup/root.mjs';
import { searchOptions } from './assets/terms.js';
import { languages } from './language.mjs';
import { layout } from './layout.mjs';
import { currentPage, siteMarkdown } from './markdown.mjs';
import { pages } from './pages.mjs';

const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const output = 'dist/help';

/** @type {import('./markdown.mjs').Section[]} */
const sections = [];

const eleventy = new Eleventy('docs', output, {
  quietMode: true,
  configPath: false,
  config: (/** @type {import('@11ty/eleventy').UserConfig} */ config) => {
    config.setUseGitIgnore(false);
    config.amendLibrary('md', (/** @type {import('./markdown.mjs').MarkdownIt} */ markdown) =>
      siteMarkdown(markdown, (found) => sections.push(...found)),
    );
    config.addGlobalData(
      'permalink',
      () => (/** @type {{ page: { filePathStem: string } }} */ data) => `${currentPage(data).stem}.html`,
    );
    for (const { name, source } of pages)
      if (!source.startsWith('docs/')) config.addTemplate(`${name}.md`, readFileSync(at(source), 'utf8'));
    config.addTransform(
      'layout',
      /** @this {{ page: { filePathStem: string } }} @param {string} content */
      function (content) {
        return layout(currentPage(this), content, version);
      },
    );
    config.addPassthroughCopy({
      'scripts/site/assets': '.',
      'assets/icon-32.png': 'icon-32.png',
    });
    return { markdownTemplateEngine: false, htmlTemplateEngine: false, templateFormats: ['md'] };
  },
});

rmSync(at(output), { recursive: true, force: true });
await eleventy.write();
// Only pictures that a page shows: the others are for people who review a change.
mkdirSync(at(output, 'images'), { recursive: true });
const shown = pages.flatMap(({ stem }) => [
  ...readFileSync(at(output, `${stem}.html`), 'utf8').matchAll(/src="(?:\.\.\/)?images\/([^"]+)"/g),
]);
for (const name of new Set(shown.map(([, picture = '']) => picture)))
  copyFileSync(at('docs/images', name), at(output, 'images', name));
const minisearch = readFileSync(at('node_modules/minisearch/dist/es/index.js'), 'utf8');
writeFileSync(at(output, 'minisearch.js'), minisearch.replace(/\/\/# sourceMappingURL=.*\s*$/, ''));
// Browsers find modules by address.
const script = readFileSync(at('scripts/site/assets/search.js'), 'utf8');
writeFileSync(at(output, 'search.js'), script.replace("from 'minisearch'", "from './minisearch.js'"));
for (const { tag } of languages) {
  const search = new MiniSearch(searchOptions);
  search.addAll(
    sections
      .filter(({ page }) => page.language.tag === tag)
      .map(({ id, page, title, text }) => ({
        id,
        page: page.title,
        title,
        text,
        excerpt: text.replaceAll(/\s+/g, ' ').trim().slice(0, 140),
      })),
  );
  writeFileSync(at(output, tag === 'en' ? '' : tag, 'search.json'), JSON.stringify(search));
}
