// From the repository's Markdown to the site's: headings get the anchors that GitHub gives the English ones, links between documents
// become links between pages, and the text of each section is gathered for the search. In another language than English, `{Build}`
// stands for what the pane says there, and formulas are shown as they are typed there.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { at } from '../setup/root.mjs';
import { addressFrom, pageIn, pages } from './pages.mjs';

/**
 * The part of markdown-it that is used here; it brings no types.
 * @typedef {object} Token
 * @property {string} type
 * @property {Token[] | null} children
 * @property {string} content
 * @property {string} tag
 * @property {[string, string][] | null} attrs
 * @property {(name: string) => string | null} attrGet
 * @property {(name: string, value: string) => void} attrSet
 *
 * @typedef {object} MarkdownIt
 * @property {{ ruler: { push(name: string, rule: (state: State) => void): void } }} core
 * @property {{ rules: Record<string, (tokens: Token[], index: number, options: object, env: Environment) => string> }} renderer
 * @property {{ escapeHtml(text: string): string }} utils
 * @property {(text: string, env: object) => Token[]} parse
 *
 * @typedef {{ page: { filePathStem: string } }} Environment
 * @typedef {{ tokens: Token[], env: Partial<Environment> }} State
 * @typedef {import('./pages.mjs').PageIn} PageIn
 * @typedef {{ id: string, page: PageIn, title: string, text: string }} Section
 */

/** @type {Record<string, (string | number | boolean)[][]>} what formulas of the reference return */
const results = JSON.parse(readFileSync(at('docs/examples.json'), 'utf8'));
const pageOf = new Map(pages.map((page) => [page.source, page]));
const pageAt = new Map(pages.map((page) => [`/${page.stem}`, page]));

/** @param {{ page: { filePathStem: string } }} environment what Eleventy knows of a page */
export function currentPage({ page: { filePathStem } }) {
  const page = pageAt.get(filePathStem);
  if (!page) throw new Error(`scripts/site/pages.mjs does not list the page ${filePathStem}.`);
  return page;
}

/** @param {string} heading */
const slug = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/**
 * @param {string} link
 * @param {PageIn} from
 * @returns {string | undefined} undefined for a file that is not part of the site
 */
function siteLink(link, from) {
  if (/^([a-z]+:|#)/.test(link)) return link;
  const [file = '', anchor] = link.split('#');
  const target = path.posix.join(path.posix.dirname(from.source), file);
  if (target.startsWith('docs/images/')) return addressFrom(from, target.slice('docs/'.length));
  const page = pageOf.get(target);
  return page && `${addressFrom(from, page.stem)}.html${anchor === undefined ? '' : `#${anchor}`}`;
}

/**
 * @param {Token[]} tokens
 * @param {PageIn} page
 */
function moveInline(tokens, page) {
  const { tag, named, typed } = page.language;
  let removed = 0;
  for (const token of tokens) {
    if (token.type === 'text' && tag !== 'en')
      token.content = token.content.replaceAll(/\{([^{}]+)\}/g, (_, name) => named(name));
    if (token.type === 'code_inline') token.content = typed(token.content);
    if (token.type === 'image') token.attrSet('src', siteLink(token.attrGet('src') ?? '', page) ?? '');
    if (token.type === 'link_open') {
      const link = siteLink(token.attrGet('href') ?? '', page);
      if (link) token.attrSet('href', link);
      else {
        token.tag = 'span';
        token.attrs = null;
        removed += 1;
      }
    }
    if (token.type === 'link_close' && removed > 0) {
      token.tag = 'span';
      removed -= 1;
    }
  }
}

/** @param {Token} token */
const textOf = ({ children, content }) =>
  children
    ? children
        .map((child) => (child.type === 'text' || child.type === 'code_inline' ? child.content : ' '))
        .join('')
    : content;

/**
 * @param {Token[]} tokens
 * @returns {Token[]}
 */
const headingsIn = (tokens) => tokens.filter((_, index) => tokens[index - 1]?.type === 'heading_open');

/**
 * @param {readonly Token[]} headings
 * @returns {string[]}
 */
function anchorsOf(headings) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return headings.map((heading) => {
    const base = slug(textOf(heading));
    const times = seen.get(base) ?? 0;
    seen.set(base, times + 1);
    return times === 0 ? base : `${base}-${times}`;
  });
}

/**
 * @param {Token[]} tokens
 * @param {PageIn} page
 * @param {readonly string[]} anchors
 * @returns {Section[]} one for each heading
 */
function sectionsOf(tokens, page, anchors) {
  /** @type {Section[]} */
  const sections = [];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const title = textOf(/** @type {Token} */ (tokens[index + 1]));
      const anchor = anchors[sections.length] ?? slug(title);
      token.attrSet('id', anchor);
      sections.push({ id: `${page.name}.html#${anchor}`, page, title, text: '' });
    } else if (['inline', 'fence', 'code_block'].includes(token.type)) {
      const section = sections.at(-1);
      if (section && tokens[index - 1]?.type !== 'heading_open') section.text += ` ${textOf(token)}`;
    }
  });
  return sections;
}

/**
 * @param {MarkdownIt} markdown
 * @param {(sections: Section[]) => void} gathered
 */
export function siteMarkdown(markdown, gathered) {
  markdown.core.ruler.push('site', ({ tokens, env }) => {
    if (!env.page) return;
    const page = currentPage({ page: env.page });
    const source = pageIn(page.name, 'en')?.source ?? page.source;
    const english =
      page.language.tag === 'en' ? tokens : markdown.parse(readFileSync(at(source), 'utf8'), {});
    const anchors = anchorsOf(headingsIn(english));
    for (const { children } of tokens) if (children) moveInline(children, page);
    gathered(sectionsOf(tokens, page, anchors));
  });
  const { escapeHtml } = markdown.utils;
  const cells = (/** @type {unknown[]} */ row, /** @type {string} */ tag) =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(String(cell))}</${tag}>`).join('')}</tr>`;
  markdown.renderer.rules.fence = (tokens, index, _options, env) => {
    const { say, typed, labelled } = currentPage(env).language;
    const code = tokens[index]?.content ?? '';
    const rows = results[code.trim()];
    const shown = code.split('\n').map(typed).join('\n');
    const text = `<pre tabindex="0" dir="ltr"><code>${escapeHtml(shown)}</code></pre>\n`;
    if (!rows) return text;
    const [head = [], ...body] = rows;
    const table =
      body.length === 0
        ? cells(head, 'td')
        : cells(
            head.map((cell) => labelled(String(cell))),
            'th',
          ) + body.map((row) => cells(row, 'td')).join('');
    return `${text}<p>${say('The sandbox returns:')}</p>\n<div class="table" tabindex="0"><table>${table}</table></div>\n`;
  };
  const wide = (/** @type {string} */ tag) => `<div class="table" tabindex="0">${tag}`;
  markdown.renderer.rules.table_open = () => wide('<table>\n');
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  return markdown;
}
