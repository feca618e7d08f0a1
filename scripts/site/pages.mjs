// The pages of the documentation: which file each is made from, in the order of the menu. Those for people who use Excel exist in
// every language, in docs/<tag> and under the same address in a folder of the site; the others are in English.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { at } from '../setup/root.mjs';
import { languages } from './language.mjs';

/** @typedef {{ name: string, source: string, title: string }} Page */
/** @typedef {Page & { language: import('./language.mjs').SiteLanguage, stem: string }} PageIn with its address, without `.html` */

/** @type {{ group: string, pages: Page[] }[]} */
export const menu = [
  {
    group: 'Use',
    pages: [
      { name: 'index', source: 'README.md', title: 'Spillway' },
      { name: 'excel', source: 'docs/excel.md', title: 'In Excel' },
      { name: 'functions', source: 'docs/functions.md', title: 'Functions' },
      { name: 'recipes', source: 'docs/recipes.md', title: 'Recipes' },
      { name: 'history', source: 'docs/history.md', title: 'History' },
      { name: 'feeds', source: 'docs/feeds.md', title: 'Feeds' },
      { name: 'watches', source: 'docs/watches.md', title: 'Watches' },
      { name: 'agents', source: 'docs/agents.md', title: 'Agents' },
      { name: 'support', source: 'docs/support.md', title: 'Support' },
      { name: 'privacy', source: 'docs/privacy.md', title: 'Privacy' },
      { name: 'terms', source: 'docs/terms.md', title: 'Terms of use' },
    ],
  },
  {
    group: 'Operate',
    pages: [
      { name: 'deploying', source: 'docs/deploying.md', title: 'Install the gateway' },
      { name: 'operating', source: 'docs/operating.md', title: 'Operate the gateway' },
      { name: 'upgrading', source: 'docs/upgrading.md', title: 'Upgrade the gateway' },
      { name: 'security', source: 'SECURITY.md', title: 'Security' },
      { name: 'changelog', source: 'CHANGELOG.md', title: 'Changelog' },
    ],
  },
  {
    group: 'Develop',
    pages: [
      { name: 'architecture', source: 'ARCHITECTURE.md', title: 'Architecture' },
      { name: 'contributing', source: 'CONTRIBUTING.md', title: 'Contributing' },
      { name: 'testing', source: 'docs/testing.md', title: 'Testing' },
      { name: 'performance', source: 'docs/performance.md', title: 'Performance' },
      { name: 'appsource', source: 'docs/appsource.md', title: 'AppSource' },
      { name: 'dependencies', source: 'docs/dependencies.md', title: 'Dependencies' },
    ],
  },
];

const inEnglish = menu.flatMap(({ pages: inGroup }) => inGroup);

/** @type {readonly PageIn[]} */
export const pages = languages.flatMap((language) =>
  inEnglish.flatMap(({ name, source, title }) => {
    const { tag } = language;
    const own = `docs/${tag}/${name}.md`;
    if (tag === 'en') return [{ name, source, title, language, stem: name }];
    return existsSync(at(own))
      ? [{ name, source: own, title: language.say(title), language, stem: `${tag}/${name}` }]
      : [];
  }),
);

/**
 * @param {string} name
 * @param {string} tag
 * @returns {PageIn | undefined} in this language alone
 */
export const pageIn = (name, tag) => pages.find((page) => page.name === name && page.language.tag === tag);

/**
 * The address of a file of the site, as a page says it.
 * @param {Pick<PageIn, 'stem'>} from
 * @param {string} file
 */
export const addressFrom = ({ stem }, file) => path.posix.relative(path.posix.dirname(stem), file);
