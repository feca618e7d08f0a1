// What Excel's own check would say of the manifest, as far as it can be said without asking Microsoft's service.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { languages } from '../../scripts/languages.mjs';
import { pngSize } from './pngSize';

const path = 'manifest.xml';
const xml = readFileSync(path, 'utf8').replaceAll(/<!--[\s\S]*?-->/g, '');
const all = (pattern: RegExp) => [...xml.matchAll(pattern)];
const resources = new Map(
  all(/<bt:(Image|Url|String) id="([^"]+)" DefaultValue="([^"]*)"/g).map(([, kind, id, value]) => [
    id!,
    { kind: kind!, value: value! },
  ]),
);
const used = all(/resid="([^"]+)"/g).map(([, id]) => id!);
const urls = [...all(/Value="(https?:[^"]*)"/g)].map(([, url]) => url!);
const residOf = (pattern: RegExp) => pattern.exec(xml)?.[1];

/** In a process of its own: the package requires an ES module, which the test runner cannot. */
function parsed(): { id: string; version: string } {
  const script = `require('office-addin-manifest').OfficeAddinManifest.readManifestFile('${path}')
    .then((info) => console.log(JSON.stringify(info)))`;
  const output = execFileSync(process.execPath, ['--eval', script], { encoding: 'utf8' });
  return JSON.parse(output) as ReturnType<typeof parsed>;
}

it('is read by office-addin-manifest as an Excel add-in', () => {
  const info = parsed();
  expect(info).toMatchObject({
    displayName: 'Spillway',
    hosts: ['Workbook'],
    officeAppType: 'TaskPaneApp',
    permissions: 'ReadWriteDocument',
  });
  expect(info.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(info.version).toMatch(/^\d+(\.\d+){3}$/);
});

it('resolves every resource it uses, and uses every resource it has', () => {
  expect([...new Set(used)].sort()).toEqual([...resources.keys()].sort());
  for (const id of used) expect(id.length).toBeLessThanOrEqual(32);
});

it('keeps its strings within Microsoft’s lengths', () => {
  const inBlock = (name: string) =>
    [
      ...(new RegExp(`<bt:${name}>([\\s\\S]*?)</bt:${name}>`).exec(xml)?.[1] ?? '').matchAll(
        / (?:Default)?Value="([^"]*)"/g,
      ),
    ].map(([, value]) => value!);
  for (const value of inBlock('ShortStrings')) expect(value.length).toBeLessThanOrEqual(125);
  for (const value of inBlock('LongStrings')) expect(value.length).toBeLessThanOrEqual(250);
  expect(inBlock('ShortStrings').length * inBlock('LongStrings').length).toBeGreaterThan(0);
  expect(/<DisplayName DefaultValue="([^"]*)"/.exec(xml)![1]!.length).toBeLessThanOrEqual(125);
  const [description] = /<Description [^]*?<\/Description>/.exec(xml)!;
  const descriptions = [...description.matchAll(/Value="([^"]*)"/g)].map(([, value]) => value!);
  expect(descriptions).toHaveLength(1 + languages.flatMap(({ officeLocales }) => officeLocales).length);
  for (const value of descriptions) expect(value.length).toBeLessThanOrEqual(250);
  for (const url of urls) expect(url.length).toBeLessThanOrEqual(2048);
});

it('uses https everywhere, on the one address the build replaces', () => {
  expect(urls.length).toBeGreaterThan(10);
  for (const url of urls) expect(url).toMatch(/^https:\/\/localhost:3000\//);
});

it('has one runtime that lives long, and the same page everywhere', () => {
  expect(all(/<Runtime /g)).toHaveLength(1);
  const page = residOf(/<Runtime resid="([^"]+)" lifetime="long"/);
  expect(page).toBeDefined();
  expect(residOf(/<Page>\s*<SourceLocation resid="([^"]+)"/)).toBe(page);
  expect(residOf(/<FunctionFile resid="([^"]+)"/)).toBe(page);
  expect(residOf(/<Action xsi:type="ShowTaskpane">[\s\S]*?<SourceLocation resid="([^"]+)"/)).toBe(page);
  expect(/<DefaultSettings>\s*<SourceLocation DefaultValue="([^"]+)"/.exec(xml)?.[1]).toBe(
    resources.get(page!)?.value,
  );
});

it('asks for the shared runtime and custom functions with messages, and nothing newer', () => {
  const sets = all(/<Set Name="([^"]+)" MinVersion="([^"]+)"/g).map(
    ([, name, version]) => `${name} ${version}`,
  );
  expect(sets).toEqual(['SharedRuntime 1.1', 'CustomFunctionsRuntime 1.3']);
});

it('has no namespace and no twin for Windows', () => {
  expect(xml).not.toMatch(/Namespace|EquivalentAddin/);
});

it('draws each icon in the size it names', () => {
  for (const [, size, id] of all(/<bt:Image size="(\d+)" resid="([^"]+)"/g)) {
    const file = new URL(resources.get(id!)!.value).pathname.slice(1);
    expect(pngSize(file)).toEqual([Number(size), Number(size)]);
  }
  const fixed = { IconUrl: 32, HighResolutionIconUrl: 64 };
  for (const [name, size] of Object.entries(fixed)) {
    const url = new RegExp(`<${name} DefaultValue="([^"]+)"`).exec(xml)![1]!;
    expect(pngSize(new URL(url).pathname.slice(1))).toEqual([size, size]);
  }
});

it('offers open, refresh and stop, each with three icon sizes and a tip', () => {
  const controls = all(/<Control xsi:type="Button" id="([^"]+)">([\s\S]*?)<\/Control>/g);
  expect(controls.map(([, id]) => id)).toEqual(['Spillway.Open', 'Spillway.Refresh', 'Spillway.Stop']);
  for (const [, , body] of controls) {
    expect([...body!.matchAll(/size="(\d+)"/g)].map(([, size]) => size)).toEqual(['16', '32', '80']);
    expect(body).toMatch(/<Supertip>[\s\S]*<Description resid=/);
  }
  expect(all(/<FunctionName>(\w+)</g).map(([, name]) => name)).toEqual(['refreshCells', 'stopRequests']);
});

describe.each(
  languages.flatMap(({ tag, help = 'help/', officeLocales }) =>
    officeLocales.map((locale) => ({ tag, help, locale })),
  ),
)('in an Excel in $locale', ({ tag, help, locale }) => {
  const own = new Map(
    all(/<(?:bt:)?(?:Description|Url|String)(?: id="([^"]+)")? DefaultValue="[^"]*">([^]*?)<\//g).map(
      ([, id = 'Description', overrides]) => [
        id,
        new RegExp(`Locale="${locale}" Value="([^"]*)"`).exec(overrides!)?.[1],
      ],
    ),
  );

  it('describes the functions in that language, and opens the help in it', () => {
    expect(own.get('Help.Url')).toBe(`https://localhost:3000/${help}`);
    expect(xml).toContain(
      `<Override Locale="${locale}" Value="https://localhost:3000/${help}support.html"/>`,
    );
    expect(own.get('Functions.Metadata.Url')).toBe(`https://localhost:3000/functions.${tag}.json`);
  });

  it('has every text of the ribbon, the first hint and the list of add-ins; the name stays', () => {
    const texts = [...resources].filter(([, { kind, value }]) => kind === 'String' && value !== 'Spillway');
    const names = [...texts.map(([id]) => id), 'Functions.Metadata.Url', 'Help.Url', 'Description'];
    expect([...own.keys()].sort()).toEqual(names.sort());
    for (const [id, text] of own) expect([id, text]).toEqual([id, expect.stringMatching(/./)]);
  });
});
