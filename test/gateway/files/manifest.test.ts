// A gateway that was not built for its installation still serves the manifest of its installation.
import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { idOf, installed } from '../../../src/gateway/files/manifestText.mjs';
import { fileRoutes } from '../../../src/gateway/routes/fileRoutes';
import { readGatewaySettings } from '../../../src/gateway/settings/settings';
import { removeFolder } from '../../removeFolder';

let addin: string;
beforeAll(() => {
  addin = mkdtempSync(path.join(tmpdir(), 'spillway-addin-'));
  for (const file of ['manifest.xml', 'src/taskpane/taskpane.html'])
    cpSync(file, path.join(addin, path.basename(file)));
});
afterAll(() => removeFolder(addin));

const served = async (env: Record<string, string>, name = 'manifest.xml') => {
  const { settings } = readGatewaySettings(
    { SPILLWAY_UPSTREAM: 'https://service.test', SPILLWAY_ADDIN: addin, SPILLWAY_DATA: 'off', ...env },
    '/srv',
  );
  return (await fileRoutes(settings).request(`/${name}`)).text();
};
const idIn = (manifest: string) => /<Id>(.*?)<\/Id>/.exec(manifest)?.[1];

test('the manifest has the public address and names the registration for Microsoft sign-in', async () => {
  const id = '11111111-2222-3333-4444-555555555555';
  const manifest = await served({
    SPILLWAY_PUBLIC_URL: 'https://sheets.example.com',
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'a-key',
    SPILLWAY_ENTRA_TENANT: '99999999-2222-3333-4444-555555555555',
    SPILLWAY_ENTRA_CLIENT_ID: id,
  });
  expect(manifest).not.toContain('localhost');
  expect(manifest).toContain(`<Resource>api://sheets.example.com/${id}</Resource>`);
});

test('without a registration the manifest names none', async () => {
  expect(await served({ SPILLWAY_PUBLIC_URL: 'https://sheets.example.com' })).not.toContain(
    'WebApplicationInfo',
  );
});

test('each address has an ID of its own, always the same, unless one is set', async () => {
  const [production, again, staging] = await Promise.all(
    ['https://a.example.com', 'https://a.example.com/', 'https://b.example.com'].map(async (address) =>
      idIn(await served({ SPILLWAY_PUBLIC_URL: address })),
    ),
  );
  expect(production).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(again).toBe(production);
  expect(new Set([production, staging, idIn(await served({}))]).size).toBe(3);
  const kept = { SPILLWAY_PUBLIC_URL: 'https://b.example.com', SPILLWAY_ADDIN_ID: production!.toUpperCase() };
  expect(idIn(await served(kept))).toBe(production);
});

test('a namespace is in the manifest, in the name people see, and in the page that writes formulas', async () => {
  const env = { SPILLWAY_PUBLIC_URL: 'https://b.example.com', SPILLWAY_NAMESPACE: 'STAGING' };
  const manifest = await served(env);
  expect(manifest).toMatch(/<\/Metadata>\s*<Namespace resid="Functions.Namespace"\/>\s*<\/ExtensionPoint>/);
  expect(manifest).toContain('<bt:String id="Functions.Namespace" DefaultValue="STAGING"/>');
  expect(manifest).toContain('<DisplayName DefaultValue="Spillway (STAGING)"/>');
  expect(await served(env, 'taskpane.html')).toContain('<meta name="spillway-namespace" content="STAGING"');
  expect(await served({}, 'taskpane.html')).toContain('<meta name="spillway-namespace" content=""');
});

test('what is already the manifest of an installation stays it', () => {
  const text = readFileSync('manifest.xml', 'utf8');
  const staging = {
    address: 'https://b.example.com',
    namespace: 'STAGING',
    clientId: idOf('https://c.example.com'),
  };
  const once = installed('manifest.xml', text, staging);
  expect(installed('manifest.xml', once, staging)).toBe(once);
  expect(
    installed('manifest.xml', installed('manifest.xml', text, { namespace: 'A' }), { namespace: '' }),
  ).toBe(text);
});

test('a namespace or an ID that Excel would refuse is refused at the start', () => {
  const env = {
    SPILLWAY_UPSTREAM: 'https://service.test',
    SPILLWAY_NAMESPACE: 'my team',
    SPILLWAY_ADDIN_ID: '1',
  };
  expect(readGatewaySettings(env, '/srv').faults).toEqual([
    expect.stringMatching(/^SPILLWAY_NAMESPACE must be a letter/),
    expect.stringMatching(/^SPILLWAY_ADDIN_ID must be a GUID/),
  ]);
});
