// The help pages under /help: found at the folder's own address, and allowed nothing but their own files.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileRoutes } from '../../../src/gateway/routes/fileRoutes';
import { readGatewaySettings } from '../../../src/gateway/settings/settings';
import { removeFolder } from '../../removeFolder';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-help-'));
  for (const name of ['addin', 'help']) mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, 'help/index.html'), '<p>Help</p>');
  mkdirSync(path.join(folder, 'help/nl'));
  writeFileSync(path.join(folder, 'help/nl/index.html'), '<p>Hulp</p>');
});
afterAll(() => removeFolder(folder));

const ask = (address: string) => {
  const env = { SPILLWAY_UPSTREAM: 'https://service.test', SPILLWAY_ADDIN: path.join(folder, 'addin') };
  return fileRoutes(readGatewaySettings({ ...env, SPILLWAY_DATA: 'off' }, '/srv').settings).request(address);
};

test('the pages have an address without a file name, and a strict policy', async () => {
  expect((await ask('/help')).headers.get('location')).toBe('/help/');
  const page = await ask('/help/');
  expect(await page.text()).toBe('<p>Help</p>');
  expect(await (await ask('/help/nl/')).text()).toBe('<p>Hulp</p>');
  const policy = page.headers.get('content-security-policy')!;
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe|https:|data:/);
});

test('what is not there is not found, and nothing above the pages is served', async () => {
  for (const address of ['/help/other.html', '/help/..%2Faddin', '/help/../secret'])
    expect((await ask(address)).status).toBe(404);
});
