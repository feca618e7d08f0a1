// From the repository's Markdown to the site's: headings get the anchors that GitHub gives them, links between documents become
// links between pages, and the text of each section is gathered for the search.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { at } from '../setup/root.mjs';
import { pages } from './pages.mjs';

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
 * @property {{ rules: Record<string, (tokens: Token[], index: number) => string> }} renderer
 * @property {{ escapeHtml(text: string): string }} utils
 *
 * @typedef {{ tokens: Token[], env: { page: { fileSlug: string } } }} State
 * @typedef {{ id: string, page: string, title: string, text: string }} Section
 */

/** @type {Record<string, (string | number | boolean)[][]>} what formulas of the reference return */
const results = JSON.parse(readFileSync(at('docs/examples.json'), 'utf8'));
const pageOf = new Map(pages.map(({ name, source }) => [source, name]));
const sourceOf = new Map(pages.map(({ name, source }) => [name, source]));

/** @param {string} heading */
const slug = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/**
 * @param {string} link
 * @param {string} from the document, relative to the repository
 * @returns {string | undefined} undefined for a file that is not part of the site
 */
function siteLink(link, from) {
  if (/^([a-z]+:|#)/.test(link)) return link;
  const [file = '', anchor] = link.split('#');
  const target = path.posix.join(path.posix.dirname(from), file);
  if (target.startsWith('docs/images/')) return target.slice('docs/'.length);
  const page = pageOf.get(target);
  return page && `${page}.html${anchor === undefined ? '' : `#${anchor}`}`;
}

/**
 * @param {Token[]} tokens
 * @param {string} from
 */
function moveLinks(tokens, from) {
  let removed = 0;
  for (const token of tokens) {
    if (token.type === 'image') token.attrSet('src', siteLink(token.attrGet('src') ?? '', from) ?? '');
    if (token.type === 'link_open') {
      const link = siteLink(token.attrGet('href') ?? '', from);
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
 * @param {string} page
 * @returns {Section[]} one for each heading
 */
function sectionsOf(tokens, page) {
  /** @type {Section[]} */
  const sections = [];
  /** @type {Map<string, number>} */
  const seen = new Map();
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const title = textOf(/** @type {Token} */ (tokens[index + 1]));
      const base = slug(title);
      const times = seen.get(base) ?? 0;
      seen.set(base, times + 1);
      const anchor = times === 0 ? base : `${base}-${times}`;
      token.attrSet('id', anchor);
      sections.push({ id: `${page}.html#${anchor}`, page, title, text: '' });
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
    const name = env.page.fileSlug || 'index';
    const from = sourceOf.get(name) ?? name;
    for (const { children } of tokens) if (children) moveLinks(children, from);
    gathered(sectionsOf(tokens, name));
  });
  const { escapeHtml } = markdown.utils;
  const cells = (/** @type {unknown[]} */ row, /** @type {string} */ tag) =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(String(cell))}</${tag}>`).join('')}</tr>`;
  markdown.renderer.rules.fence = (tokens, index) => {
    const code = tokens[index]?.content ?? '';
    const rows = results[code.trim()];
    const text = `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`;
    if (!rows) return text;
    const [head = [], ...body] = rows;
    const table =
      body.length === 0
        ? cells(head, 'td')
        : cells(head, 'th') + body.map((row) => cells(row, 'td')).join('');
    return `${text}<p>The sandbox returns:</p>\n<div class="table" tabindex="0"><table>${table}</table></div>\n`;
  };
  const wide = (/** @type {string} */ tag) => `<div class="table" tabindex="0">${tag}`;
  markdown.renderer.rules.table_open = () => wide('<table>\n');
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  return markdown;
}
