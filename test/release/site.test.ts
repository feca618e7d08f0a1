// The help pages as they were built, in every language: every link leads somewhere, nothing is inline, and the search finds.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import MiniSearch from 'minisearch';
import { declarations } from '../../scripts/functions/metadata/declaration';
import { helpAnchor } from '../../scripts/functions/metadata/metadata';
import { languages as all } from '../../scripts/languages.mjs';
import { searchOptions } from '../../scripts/site/assets/terms.js';
import { root, version } from './published';

const languages = all.filter(({ help }) => help);
const folder = path.join(root, 'dist/help');
const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.html'));
const inEnglish = pages.filter((page) => !page.includes('/'));
const anchorsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

it('has a page for users, operators and developers, each of this version', () => {
  for (const name of [
    'index',
    'excel',
    'functions',
    'recipes',
    'support',
    'privacy',
    'terms',
    'deploying',
    'operating',
    'security',
    'architecture',
  ])
    expect(pages).toContain(`${name}.html`);
  for (const page of inEnglish) expect(text('index.html')).toContain(`<a href="${page}"`);
  for (const page of pages) expect(text(page)).toContain(` ${version}<`);
});

it.each(pages)('%s has links and pictures that exist, and nothing inline', (page) => {
  const html = text(page);
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+="|javascript:/i);
  expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link!);
  for (const link of links) {
    if (/^https?:/.test(link)) continue;
    const [file, anchor] = link.split('#');
    const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file!);
    expect([link, existsSync(path.join(folder, target))]).toEqual([link, true]);
    if (anchor) expect(anchorsOf(text(target))).toContain(decodeURIComponent(anchor));
  }
});

it('has no picture that no page shows', () => {
  const shown = new Set(
    pages.flatMap((page) =>
      [...text(page).matchAll(/src="(?:\.\.\/)?(images\/[^"]+)"/g)].map(([, it]) => it),
    ),
  );
  const there = readdirSync(path.join(folder, 'images')).map((name) => `images/${name}`);
  expect(there.sort()).toEqual([...shown].sort());
});

it('has the place that Excel opens for help on each function', () => {
  for (const folder of ['', ...languages.map(({ tag }) => `${tag}/`)]) {
    const anchors = anchorsOf(text(`${folder}functions.html`));
    for (const { name } of declarations) expect(anchors).toContain(helpAnchor(name));
  }
});

it.each(languages)(
  'has the pages for people who use Excel in $tag, at the same addresses',
  ({ tag, direction }) => {
    const own = pages.filter((page) => page.startsWith(`${tag}/`));
    expect(own.length).toBeGreaterThan(10);
    for (const page of own) {
      const html = text(page);
      const original = text(page.slice(tag.length + 1));
      expect(html).toContain(`<html lang="${tag}" dir="${direction}">`);
      // Each is the other's alternate, and both lead there and back.
      for (const one of [html, original])
        expect(one).toMatch(new RegExp(`hreflang="${tag}" href="https:[^"]*/${page}"`));
      expect(original).toContain(`<a href="${page}" lang="${tag}"`);
      // Names of the pane and emphasis are resolved.
      expect(html.replaceAll(/<code>[^]*?<\/code>/g, '')).not.toMatch(/\*\*|\{(?!count\})[A-Za-z]/);
      const ids = (page: string) => anchorsOf(page).filter((id) => id !== 'search');
      expect(ids(html)).toEqual(ids(original));
    }
  },
);

it.each([
  ['ru', 'отслеживание'],
  ['nl', 'bewaking'],
  ['ar', 'مراقبة'],
  ['zh-HK', '估價比較'],
])('finds in %s what is written there', (tag, words) => {
  const search = MiniSearch.loadJSON(text(`${tag}/search.json`), searchOptions);
  const found = search.search(words, { prefix: true, fuzzy: 0.2, boost: { title: 3 } });
  expect(found.length).toBeGreaterThan(0);
  const [file, anchor] = String(found[0]?.id).split('#');
  expect(anchorsOf(text(`${tag}/${file}`))).toContain(anchor);
});

it('finds sections by their words, and what it finds exists', () => {
  const search = MiniSearch.loadJSON(text('search.json'), searchOptions);
  const [first] = search.search('sha256sum', { prefix: true });
  expect(String(first?.id)).toMatch(/^(deploying|operating)\.html#/);
  for (const words of ['max_age', 'Kubernetes', 'ask-me limit', 'budget']) {
    const found = search.search(words, { prefix: true, fuzzy: 0.2, boost: { title: 3 } });
    expect(found.length).toBeGreaterThan(0);
    for (const { id } of found.slice(0, 10)) {
      const [file, anchor] = String(id).split('#');
      expect(anchorsOf(text(file!))).toContain(anchor);
    }
  }
  expect(text('search.js')).toContain("from './minisearch.js'");
});
