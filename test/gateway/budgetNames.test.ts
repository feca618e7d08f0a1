// One budget has one name, however that is spelled: neither is it counted twice, nor is there a second one beside it.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSigner, type Signer } from './support/signer';
import { testGateway, valuation, type TestGateway } from './support/testGateway';
import { removeFolder } from '../removeFolder';

let folder: string;
let gateway: TestGateway;
let signer: Signer;
beforeAll(async () => void (signer = await startSigner()));
afterAll(() => signer.close());
const start = async (env: Record<string, string>) => {
  folder = mkdtempSync(path.join(tmpdir(), 'spillway-names-'));
  gateway = await testGateway({
    SPILLWAY_MODE: 'team',
    SPILLWAY_KEY: 'the-key-of-the-team',
    SPILLWAY_DATA: folder,
    ...env,
  });
};
afterEach(async () => {
  await gateway.close();
  removeFolder(folder);
});

const spend = async (code: string, count: number) => {
  const statuses: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const unit = `${code.slice(4, 14)} ${nth}`;
    statuses.push((await gateway.post(valuation, { unit }, { 'access-token': code })).status);
  }
  return statuses;
};

test('a group that is named twice is counted once', async () => {
  await start({ SPILLWAY_GROUP_BUDGET: 'Sales=3' });
  const code = await gateway.newCode('Ann', { groups: ['Sales', 'sales', 'SALES'] });
  expect(await spend(code, 4)).toEqual([200, 200, 200, 402]);
});

test.each(['NFC', 'NFD'] as const)('é is one letter, also in the settings: %s', async (form) => {
  await start({ SPILLWAY_GROUP_BUDGET: `${'Café'.normalize(form)}=2` });
  const one = await gateway.newCode('Ann', { groups: ['CAFÉ'.normalize('NFC')] });
  const other = await gateway.newCode('Bob', { groups: ['café'.normalize('NFD')] });
  expect([...(await spend(one, 1)), ...(await spend(other, 2))]).toEqual([200, 200, 402]);
});

test('an e-mail address is one person in every spelling', async () => {
  await start({ SPILLWAY_PERSON_BUDGET: '2' });
  const one = await gateway.newCode('José', { email: 'josé@example.com'.normalize('NFC') });
  const other = await gateway.newCode('José', { email: 'JOSÉ@example.com'.normalize('NFD') });
  expect([...(await spend(one, 1)), ...(await spend(other, 2))]).toEqual([200, 200, 402]);
});

test.each(['R&D 👩‍🔬', 'می‌خواهم', `${'x'.repeat(90)} 👩‍🔬👩`])(
  'a group is the one of the settings also with signs that nobody sees in its name: %s',
  async (group) => {
    await start({ ...signer.env, SPILLWAY_GROUP_BUDGET: `${group}=1` });
    const code = await gateway.newCode('Ann', { groups: [group] });
    const token = await signer.token({ groups: [group] });
    expect([...(await spend(code, 1)), ...(await spend(token, 1))]).toEqual([200, 402]);
  },
);
