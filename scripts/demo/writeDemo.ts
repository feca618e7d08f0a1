// The demo as a folder of files: the builds of the add-in and the playground with the worker that serves them, and the part
// of office.js that a browser loads. Any host serves it, from any path. Only the two pages are changed: where they find each
// other, and the rules for their content, which a host of files does not send as headers.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { panePolicy, playgroundPolicy } from '../../src/gateway/files/contentSecurity';
import { officeJsCdn } from '../../src/gateway/files/manifestText.mjs';
import { at } from '../setup/root.mjs';

/** What office.js loads in Excel on the web, in English. */
const officeFiles = ['office.js', 'excel-web-16.00.js', 'en-us/office_strings.js'];

/** Office's own usage reports; the demo sends none, so the file is empty. */
const reportsFile = 'telemetry/oteljs_agave.js';

/** As strict as what a gateway sends, and stricter where it allows other hosts: everything here is in the folder. */
const ownOnly = (policy: string): string =>
  policy
    .split('; ')
    // Browsers read this rule in headers only.
    .filter((directive) => !directive.startsWith('frame-ancestors '))
    .map((directive) =>
      directive
        .split(' ')
        .filter((source) => !/^https?:/.test(source))
        .join(' '),
    )
    .join('; ');

function changed(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((page, [from, to]) => {
    if (!page.includes(from)) throw new Error(`The built page has no ${from}.`);
    return page.replaceAll(from, to);
  }, text);
}

const withPolicy = (policy: string): readonly [string, string] => {
  const charset = '<meta charset="utf-8"/>';
  return [
    charset,
    `${charset}<meta http-equiv="content-security-policy" content="${ownOnly(policy)}"/><meta name="referrer" content="no-referrer"/>`,
  ];
};

export function writeDemo(folder: string): void {
  const [addin, playground] = [at('dist/addin'), at('dist/playground')];
  const into = (...parts: string[]) => path.join(folder, ...parts);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(into('playground'), { recursive: true });
  cpSync(addin, folder, { recursive: true, filter: (file) => !file.endsWith('.map') });
  const pane = readFileSync(path.join(addin, 'taskpane.html'), 'utf8');
  writeFileSync(
    into('taskpane.html'),
    changed(pane, [withPolicy(panePolicy), [officeJsCdn, 'office-js/office.js']]),
  );

  const files = readdirSync(playground).filter((name) => /\.(js|css)$/.test(name) && name !== 'worker.js');
  for (const name of files) cpSync(path.join(playground, name), into('playground', name));
  cpSync(path.join(playground, 'worker.js'), into('worker.js'));
  const page = readFileSync(path.join(playground, 'index.html'), 'utf8');
  // Nothing else is fetched ahead: what the worker and the spreadsheet need would wait for it.
  const ahead = ['manifest.xml', 'functions.json'].map(
    (name) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${name}"/>`,
  );
  const named = files.filter((name) => page.includes(`"${name}"`));
  writeFileSync(
    into('index.html'),
    changed(page, [
      withPolicy(playgroundPolicy),
      ['name="spillway-addin" content="../"', 'name="spillway-addin" content="./"'],
      ['name="spillway-worker" content=""', 'name="spillway-worker" content="worker.js"'],
      ['"../assets/', '"assets/'],
      ['</head>', `${ahead.join('')}</head>`],
      // It waits for neither the styles nor the other scripts.
      ['defer="defer" src="early.', 'async src="early.'],
      ...named.map((name): [string, string] => [`"${name}"`, `"playground/${name}"`]),
    ]),
  );

  for (const name of [...officeFiles, reportsFile])
    mkdirSync(path.dirname(into('office-js', name)), { recursive: true });
  for (const name of officeFiles)
    cpSync(at('node_modules/@microsoft/office-js/dist', name), into('office-js', name));
  writeFileSync(into('office-js', reportsFile), '');
}
