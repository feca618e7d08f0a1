// A gateway that was not built for its installation still serves the manifest of its installation.
import { mkdtempSync, rmSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileRoutes } from '../../../src/gateway/routes/fileRoutes';
import { readSettings } from '../../../src/gateway/settings/settings';

let addin: string;
beforeAll(() => {
  addin = mkdtempSync(path.join(tmpdir(), 'spillway-addin-'));
  cpSync('manifest.xml', path.join(addin, 'manifest.xml'));
});
afterAll(() => rmSync(addin, { recursive: true, force: true }));

const served = async (env: Record<string, string>) => {
  const { settings } = readSettings(
    { SPILLWAY_UPSTREAM: 'https://service.test', SPILLWAY_ADDIN: addin, SPILLWAY_DATA: 'off', ...env },
    '/srv',
  );
  return (await fileRoutes(settings).request('/manifest.xml')).text();
};

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
