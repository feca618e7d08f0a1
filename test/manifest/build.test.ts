// What the build makes of the manifest and of functions.json, checked without running the whole build.
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { languages, translated } from '../../scripts/languages.mjs';

const tags = languages.map(({ tag }) => tag);

interface Built {
  readonly manifest: string;
  /** functions.json by language. */
  readonly functions: Readonly<Record<string, string>>;
}

/** The transforms of webpack.config.js, applied in a process of their own: the config reads the environment once. */
function built(environment: Record<string, string>): Built {
  const script = `
    import configs from './webpack.config.js';
    import { readFileSync } from 'node:fs';
    const copy = configs[0].plugins.find((plugin) => plugin.patterns);
    const made = (name, file) =>
      String(copy.patterns.find((pattern) => (pattern.to ?? pattern.from) === name).transform(readFileSync(file)));
    console.log(JSON.stringify({
      manifest: made('manifest.xml', 'manifest.xml'),
      functions: Object.fromEntries(${JSON.stringify(tags)}.map((tag) => [tag, made(\`functions.\${tag}.json\`, 'src/functions/functions.json')])),
    }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  return JSON.parse(output) as Built;
}

it('leaves the files alone for localhost', () => {
  const { manifest } = built({
    SPILLWAY_PUBLIC_URL: '',
    SPILLWAY_NAMESPACE: '',
    SPILLWAY_ENTRA_CLIENT_ID: '',
  });
  expect(manifest).not.toContain('WebApplicationInfo');
  expect(manifest).not.toContain('Namespace resid');
  expect(manifest).toContain('</Metadata>');
});

it('writes them for the public address and the namespace asked for', () => {
  const { manifest, functions } = built({
    SPILLWAY_PUBLIC_URL: 'https://sheets.example.com/',
    SPILLWAY_NAMESPACE: 'DEV',
  });
  expect(manifest).not.toContain('localhost');
  for (const language of languages) {
    const own = functions[language.tag];
    expect(own).not.toContain('localhost');
    expect(own).toContain(
      `https://sheets.example.com/${language.help ?? 'help/'}functions.html#stays-search`,
    );
    expect(own).toContain(translated(language, 'functions', 'What to search for, or a range of them.'));
  }
  expect(manifest).toMatch(/<\/Metadata>\s*<Namespace resid="Functions.Namespace"\/>\s*<\/ExtensionPoint>/);
  expect(manifest).toMatch(/<bt:ShortStrings>\s*<bt:String id="Functions.Namespace" DefaultValue="DEV"\/>/);
  expect(manifest.length).toBeGreaterThan(readFileSync('manifest.xml', 'utf8').length);
});

it('names the registration for Microsoft sign-in, as the last child, where there is one', () => {
  const id = '11111111-2222-3333-4444-555555555555';
  const { manifest } = built({
    SPILLWAY_PUBLIC_URL: 'https://sheets.example.com:8443',
    SPILLWAY_ENTRA_CLIENT_ID: id,
  });
  expect(manifest).toMatch(
    new RegExp(
      `</Resources>\\s*<WebApplicationInfo>\\s*<Id>${id}</Id>\\s*<Resource>api://sheets\\.example\\.com:8443/${id}</Resource>` +
        `\\s*<Scopes>\\s*<Scope>openid</Scope>\\s*<Scope>profile</Scope>\\s*</Scopes>\\s*</WebApplicationInfo>\\s*</VersionOverrides>`,
    ),
  );
  expect(() => built({ SPILLWAY_ENTRA_CLIENT_ID: 'my app' })).toThrow(/must be the application's client ID/);
});
