// The unified manifest is the XML one in another form: Microsoft's own package accepts it, and both say the same.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { languages } from '../../scripts/languages.mjs';
import { idOf, installed, packageFiles } from '../../src/gateway/files/manifestText.mjs';
import { fileRoutes } from '../../src/gateway/routes/fileRoutes';
import { readGatewaySettings } from '../../src/gateway/settings/settings';
import { removeFolder } from '../removeFolder';
import { pngSize } from './pngSize';

const xml = readFileSync('manifest.xml', 'utf8');
const text = (name: string) => readFileSync(`unified/${name}`, 'utf8');

interface Manifest {
  id: string;
  version: string;
  name: { short: string };
  description: { short: string; full: string };
  validDomains: string[];
  webApplicationInfo?: { id: string; resource: string };
  localizationInfo: { additionalLanguages: { languageTag: string; file: string }[] };
  extensions: {
    requirements: { capabilities: { name: string; minVersion: string }[] };
    runtimes: {
      lifetime: string;
      code: { page: string };
      actions: { id: string }[];
      customFunctions: { metadataUrl: string; namespace?: { id: string; name: string } };
    }[];
    ribbons: {
      tabs: {
        groups: {
          label: string;
          controls: {
            id: string;
            label: string;
            icons: { size: number; url: string }[];
            supertip: { title: string; description: string };
            actionId: string;
          }[];
        }[];
      }[];
    }[];
    getStartedMessages: { title: string; description: string; learnMoreUrl: string }[];
  }[];
}

const read = (content: string) => JSON.parse(content) as Manifest;
const manifest = read(text('manifest.json'));
const [extension] = manifest.extensions;
const group = extension!.ribbons[0]!.tabs[0]!.groups[0]!;

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'spillway-unified-'))));
afterAll(() => removeFolder(folder));

/** What Microsoft's package finds wrong with a manifest and with the texts of its languages; in a process of its own. */
function faults(files: Readonly<Record<string, string>>): string[] {
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  const script = `
    const { createRequire } = require('node:module');
    const { readFileSync } = require('node:fs');
    const { validateManifest } = require('office-addin-manifest');
    const schemas = createRequire(require.resolve('office-addin-manifest')).resolve('@microsoft/app-manifest');
    const { default: Ajv } = createRequire(schemas)('ajv-draft-04');
    const [folder, ...names] = process.argv.slice(1);
    const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
    const version = json(folder + '/manifest.json').manifestVersion;
    const place = require('node:path').dirname(schemas) + '/json-schemas/teams/v' + version;
    // Microsoft's patterns for these files are not valid with the flag u, which is Ajv's default.
    const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, formats: { uri: true } });
    const texts = ajv.compile(json(place + '/MicrosoftTeams.Localization.schema.json'));
    (async () => {
      const { isValid, report } = await validateManifest(folder + '/manifest.json');
      const found = isValid ? [] : report.errors.map(({ content }) => String(content));
      for (const name of names.filter((each) => each !== 'manifest.json'))
        if (!texts(json(folder + '/' + name))) found.push(name + ' ' + ajv.errorsText(texts.errors));
      console.log(JSON.stringify(found));
    })();`;
  const output = execFileSync(process.execPath, ['--eval', script, folder, ...Object.keys(files)], {
    encoding: 'utf8',
  });
  return JSON.parse(output) as string[];
}

const names = readdirSync('unified').filter((name) => name.endsWith('.json'));
const all = (change: (name: string, content: string) => string = (_name, content) => content) =>
  Object.fromEntries(names.map((name) => [name, change(name, text(name))]));

it('is accepted by office-addin-manifest, with the texts of every language', () => {
  expect(names.sort()).toEqual([...languages.map(({ tag }) => `${tag}.json`), 'manifest.json'].sort());
  expect(faults(all())).toEqual([]);
  const wrong = all((name, content) =>
    name === 'manifest.json'
      ? content.replace('"#0B6A5B"', '"green"')
      : content.replace('"description.short"', '"summary"'),
  );
  expect(faults(wrong).join()).toMatch(/accentColor[^]*ar\.json[^]*description\.short/);
});

it('has the ID, the version, the names and the addresses of manifest.xml', () => {
  const element = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(xml)![1];
  expect([manifest.id, `${manifest.version}.0`]).toEqual([element('Id'), element('Version')]);
  expect(xml).toContain(`<DisplayName DefaultValue="${manifest.name.short}"/>`);
  expect(xml).toContain(`<Description DefaultValue="${manifest.description.full}"`);
  const value = (id: string) => new RegExp(`id="${id}" DefaultValue="([^"]*)"`).exec(xml)![1];
  const [runtime] = extension!.runtimes;
  expect(runtime).toMatchObject({
    lifetime: 'long',
    code: { page: value('Taskpane.Url'), script: value('Functions.Script.Url') },
    customFunctions: { metadataUrl: value('Functions.Metadata.Url') },
  });
  expect(extension!.getStartedMessages).toEqual([
    {
      title: value('GetStarted.Title'),
      description: value('GetStarted.Description'),
      learnMoreUrl: value('Help.Url'),
    },
  ]);
  const sets = extension!.requirements.capabilities.map(
    ({ name, minVersion }) => `<Set Name="${name}" MinVersion="${minVersion}"/>`,
  );
  expect(xml.match(/<Set Name[^>]*>/g)).toEqual(sets);
  expect(group.label).toBe(value('Group.Label'));
});

it('has the buttons of manifest.xml, with their texts, icons and functions', () => {
  const value = (id: string) => new RegExp(`id="${id}" DefaultValue="([^"]*)"`).exec(xml)![1];
  const inXml = [...xml.matchAll(/<Control xsi:type="Button" id="([^"]+)">([^]*?)<\/Control>/g)].map(
    ([, id, body]) => {
      const resource = (pattern: RegExp) => value(pattern.exec(body!)![1]!);
      return {
        id,
        label: resource(/<Label resid="([^"]+)"/),
        supertip: {
          title: resource(/<Title resid="([^"]+)"/),
          description: resource(/<Description resid="([^"]+)"/),
        },
        icons: [...body!.matchAll(/size="(\d+)" resid="([^"]+)"/g)].map(([, size, icon]) => ({
          size: Number(size),
          url: value(icon!),
        })),
        actionId: /<FunctionName>(\w+)/.exec(body!)?.[1] ?? 'openPane',
      };
    },
  );
  expect(
    group.controls.map(({ id, label, supertip, icons, actionId }) => ({
      id,
      label,
      supertip,
      icons,
      actionId,
    })),
  ).toEqual(inXml);
  expect(extension!.runtimes[0]!.actions.map(({ id }) => id).sort()).toEqual(
    inXml.map(({ actionId }) => actionId).sort(),
  );
});

it.each(languages.flatMap(({ tag, officeLocales }) => officeLocales.map((locale) => [locale, tag] as const)))(
  'says in %s what manifest.xml says there',
  (locale, tag) => {
    expect(manifest.localizationInfo.additionalLanguages).toContainEqual({
      languageTag: locale,
      file: `${tag}.json`,
    });
    const own = JSON.parse(text(`${tag}.json`)) as Record<string, string>;
    const said = new Set(Object.entries(own).flatMap(([key, value]) => (key === '$schema' ? [] : value)));
    const inXml = [...xml.matchAll(new RegExp(`Locale="${locale}" Value="([^"]*)"`, 'g'))].map(([, value]) =>
      value!.replaceAll('&quot;', '"'),
    );
    // The name is the same everywhere; only this form has a short description, and only the other a page for support.
    said.delete(own['description.short']!);
    const shared = inXml.filter((value) => !value.endsWith('/support.html'));
    expect([...said].sort()).toEqual([...new Set([...shared, manifest.name.short])].sort());
  },
);

it('names files that are in the package, and addresses of the one place that the gateway replaces', () => {
  for (const name of packageFiles(text('manifest.json'))) expect(readdirSync('unified')).toContain(name);
  expect(pngSize('unified/color.png')).toEqual([192, 192]);
  expect(pngSize('unified/outline.png')).toEqual([32, 32]);
  const urls = Object.values(all()).flatMap((content) => content.match(/https:\/\/[^"]+/g) ?? []);
  const foreign = urls.filter((url) => !url.startsWith('https://localhost:3000/'));
  expect(foreign.every((url) => url.startsWith('https://developer.microsoft.com/json-schemas/'))).toBe(true);
});

describe('of an installation', () => {
  const clientId = '11111111-2222-3333-4444-555555555555';
  const staging = {
    address: 'https://sheets.example.com:8443',
    namespace: 'A_NAMESPACE_OF_THIRTY_CHARACTERS',
    clientId,
  };
  const of = (installation: typeof staging) =>
    all((name, content) => installed(`unified/${name}`, content, installation));

  it('has its address, its ID, its namespace and its registration, and is accepted', () => {
    const files = of(staging);
    const own = read(files['manifest.json']!);
    expect(Object.values(files).join()).not.toContain('localhost');
    expect(own).toMatchObject({
      id: idOf(staging.address),
      validDomains: ['sheets.example.com:8443'],
      name: { short: 'Spillway (A_NAMESPACE_OF_THIR…' },
      webApplicationInfo: { id: clientId, resource: `api://sheets.example.com:8443/${clientId}` },
    });
    expect(installed('manifest.xml', xml, staging)).toContain(`<Id>${own.id}</Id>`);
    expect(own.extensions[0]!.runtimes[0]!.customFunctions.namespace).toEqual({
      id: staging.namespace,
      name: staging.namespace,
    });
    expect(own.extensions[0]!.ribbons[0]!.tabs[0]!.groups[0]!.label).toBe(`Spillway (${staging.namespace})`);
    expect(JSON.parse(files['ru.json']!)).toMatchObject({ 'name.short': own.name.short });
    expect(faults(files)).toEqual([]);
  });

  it('stays it, and without a namespace is as it was', () => {
    const once = of(staging);
    for (const name of names) expect(installed(`unified/${name}`, once[name]!, staging)).toBe(once[name]);
    for (const name of names)
      expect(
        installed(`unified/${name}`, installed(`unified/${name}`, text(name), { namespace: 'A' }), {
          namespace: '',
        }),
      ).toBe(text(name));
  });

  it('is served by the gateway as the package that Microsoft 365 takes', async () => {
    const addin = path.join(folder, 'addin');
    cpSync('unified', path.join(addin, 'unified'), { recursive: true });
    const { settings } = readGatewaySettings(
      {
        SPILLWAY_UPSTREAM: 'https://service.test',
        SPILLWAY_ADDIN: addin,
        SPILLWAY_DATA: 'off',
        SPILLWAY_PUBLIC_URL: 'https://sheets.example.com',
      },
      '/srv',
    );
    const response = await fileRoutes(settings).request('/manifest.zip');
    expect(response.headers.get('content-type')).toBe('application/zip');
    const Zip = createRequire(require.resolve('office-addin-manifest'))('adm-zip') as new (bytes: Buffer) => {
      getEntries: () => { entryName: string; getData: () => Buffer }[];
    };
    const entries = new Zip(Buffer.from(await response.arrayBuffer())).getEntries();
    expect(entries.map(({ entryName }) => entryName).sort()).toEqual(readdirSync('unified').sort());
    const bytes = (name: string) => entries.find(({ entryName }) => entryName === name)!.getData();
    expect(bytes('color.png').equals(readFileSync('unified/color.png'))).toBe(true);
    expect(read(bytes('manifest.json').toString()).id).toBe(idOf('https://sheets.example.com'));
    expect(bytes('ru.json').toString()).toContain('https://sheets.example.com/functions.ru.json');
  });

  it('is not served by a gateway whose files are of an earlier version', async () => {
    const { settings } = readGatewaySettings(
      {
        SPILLWAY_UPSTREAM: 'https://service.test',
        SPILLWAY_ADDIN: path.join(folder, 'none'),
        SPILLWAY_DATA: 'off',
      },
      '/srv',
    );
    expect((await fileRoutes(settings).request('/manifest.zip')).status).toBe(404);
  });
});
