// The help pages as they were built: every link leads somewhere, nothing is inline, and the search finds.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import MiniSearch from 'minisearch';
import { declarations } from '../../scripts/functions/metadata/declaration';
import { helpAnchor } from '../../scripts/functions/metadata/metadata';
import { root, version } from './published';

const folder = path.join(root, 'dist/help');
const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const pages = readdirSync(folder).filter((name) => name.endsWith('.html'));
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
  for (const page of pages) expect(text('index.html')).toContain(`<a href="${page}"`);
  for (const page of pages) expect(text(page)).toContain(`Version ${version}<`);
});

it.each(pages)('%s has links and pictures that exist, and nothing inline', (page) => {
  const html = text(page);
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+="|javascript:/i);
  expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link!);
  for (const link of links) {
    if (/^https?:/.test(link)) continue;
    const [file, anchor] = link.split('#');
    const target = file === '' ? page : file!;
    expect([link, existsSync(path.join(folder, target))]).toEqual([link, true]);
    if (anchor) expect(anchorsOf(text(target))).toContain(decodeURIComponent(anchor));
  }
});

it('has no picture that no page shows', () => {
  const shown = new Set(
    pages.flatMap((page) => [...text(page).matchAll(/src="(images\/[^"]+)"/g)].map(([, it]) => it)),
  );
  const there = readdirSync(path.join(folder, 'images')).map((name) => `images/${name}`);
  expect(there.sort()).toEqual([...shown].sort());
});

it('has the place that Excel opens for help on each function', () => {
  const anchors = anchorsOf(text('functions.html'));
  for (const { name } of declarations) expect(anchors).toContain(helpAnchor(name));
});

it('finds sections by their words, and what it finds exists', () => {
  const search = MiniSearch.loadJSON(text('search.json'), {
    fields: ['title', 'text'],
    storeFields: ['title', 'page', 'excerpt'],
  });
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
