// The pages of the documentation: which file each is made from, in the order of the menu. Those for people who use Excel exist in
// every language, in docs/<tag> and under the same address in a folder of the site; the others are in English.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { at } from '../setup/root.mjs';
import { languages } from './language.mjs';
import { menu } from './menu.mjs';

/** @typedef {import('./menu.mjs').Page} Page */
/** @typedef {Page & { language: import('./language.mjs').SiteLanguage, stem: string }} PageIn with its address, without `.html` */

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
