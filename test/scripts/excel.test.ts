// What `npm run excel` does on each platform. The commands themselves run on Windows and Mac only.
import { excel, excelSteps } from '../../scripts/excel/excel.mjs';
import { Progress } from '../../scripts/setup/progress.mjs';

test('on Windows the manifest is listed for developers, and Excel starts', () => {
  const manifest = 'C:\\work\\spillway\\dist\\addin\\manifest.xml';
  const [add, start] = excelSteps('win32', { home: 'C:\\Users\\ann', manifest })!;
  expect(add).toMatchObject({
    file: 'reg',
    args: [
      'add',
      expect.stringMatching(/WEF\\Developer$/),
      '/v',
      manifest,
      '/t',
      'REG_SZ',
      '/d',
      manifest,
      '/f',
    ],
  });
  expect(start).toMatchObject({ args: ['/c', 'start', '', 'excel'] });
});

test('on a Mac the manifest is copied to where Excel looks for it, and Excel starts', () => {
  const [add, start] = excelSteps('darwin', { home: '/Users/ann', manifest: '/work/manifest.xml' })!;
  expect(add).toMatchObject({
    copy: [
      '/work/manifest.xml',
      '/Users/ann/Library/Containers/com.microsoft.Excel/Data/Documents/wef/spillway.manifest.xml',
    ],
  });
  expect(start).toMatchObject({ file: 'open', args: ['-a', 'Microsoft Excel'] });
});

test('elsewhere it says what to do and starts nothing', async () => {
  expect(excelSteps('linux', { home: '/home/ann', manifest: '/work/manifest.xml' })).toBeUndefined();
  let said = '';
  const screen = { write: (text: string) => (said += text) };
  expect(await excel(new Progress(screen), 'linux')).toBeUndefined();
  expect(said.trim().split('\n')).toEqual([
    expect.stringContaining('Upload My Add-in › dist/addin/manifest.xml'),
  ]);
});
