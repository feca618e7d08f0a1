// Where the repository is: `repository` in package.json is the one place to change it. `npm run generate` writes it wherever else
// it is needed, and a test compares.
import { readFileSync } from 'node:fs';
import { languages } from '../languages.mjs';
import { at } from '../setup/root.mjs';

/** In English and in every other language. @type {(page: string, english: string) => string[]} */
const inAll = (page, english) => [
  english,
  ...languages.flatMap(({ tag, help }) => (help ? `docs/${tag}/${page}.md` : [])),
];

/** @type {{ file: string, pattern: RegExp, value: (owner: string, name: string) => string }[]} */
const places = [
  {
    file: 'package.json',
    pattern: /(?<="homepage": ")[^"]*/g,
    value: (owner, name) => `https://${owner}.github.io/${name}/`,
  },
  {
    file: 'package.json',
    pattern: /(?<="bugs": ")[^"]*/g,
    value: (owner, name) => `https://github.com/${owner}/${name}/issues`,
  },
  { file: '.github/CODEOWNERS', pattern: /@\S+(?=\/maintainers)/g, value: (owner) => `@${owner}` },
  {
    file: '.github/workflows/release.yml',
    pattern: /(?<=--repo )\S+/g,
    value: (owner, name) => `${owner}/${name}`,
  },
  ...['CONTRIBUTING.md', ...inAll('index', 'README.md')].map((file) => ({
    file,
    pattern: /(?<=git clone )\S+ && cd \S+/g,
    value: (/** @type {string} */ owner, /** @type {string} */ name) =>
      `https://github.com/${owner}/${name}.git && cd ${name}`,
  })),
  ...[...inAll('index', 'README.md'), ...inAll('recipes', 'docs/recipes.md'), 'docs/testing.md'].map(
    (file) => ({
      file,
      pattern: /https:\/\/[\w.-]+\.github\.io\/[\w.-]+(?=\/demo\/)/g,
      value: (/** @type {string} */ owner, /** @type {string} */ name) =>
        `https://${owner}.github.io/${name}`,
    }),
  ),
  ...inAll('support', 'docs/support.md').map((file) => ({
    file,
    pattern: /https:\/\/github\.com\/[^/\s]+\/[^/\s]+(?=\/issues)/g,
    value: (/** @type {string} */ owner, /** @type {string} */ name) => `https://github.com/${owner}/${name}`,
  })),
];

/**
 * @param {(file: string) => string} [read]
 * @returns {Record<string, string>} the files that name the repository, as they should be
 */
export function repositoryFiles(read = (file) => readFileSync(at(file), 'utf8')) {
  const { repository } = JSON.parse(read('package.json'));
  const [, owner, name] = /^github:([\w.-]+)\/([\w.-]+)$/.exec(repository) ?? [];
  if (!owner || !name)
    throw new Error(`"repository" in package.json must be github:owner/name (got ${repository}).`);
  /** @type {Record<string, string>} */
  const files = {};
  for (const { file, pattern, value } of places) {
    const text = files[file] ?? read(file);
    if (!text.match(pattern)) throw new Error(`${file} does not name the repository.`);
    files[file] = text.replaceAll(pattern, value(owner, name));
  }
  return files;
}
