import { browserMissing, findBrowser } from '../../scripts/setup/browser.mjs';
import { debian, machine, mint } from './machine';

describe('the browser is', () => {
  test('the one SPILLWAY_BROWSER names, before any other', () => {
    const files = ['/my/browser', '/usr/bin/google-chrome'];
    const env = { PATH: '/usr/bin', SPILLWAY_BROWSER: '/my/browser' };
    expect(findBrowser(machine({ env, files }))).toBe('/my/browser');
  });

  test('never another one when SPILLWAY_BROWSER names a file that is not there', () => {
    const env = { PATH: '/usr/bin', SPILLWAY_BROWSER: '/gone' };
    expect(() => findBrowser(machine({ env, files: ['/usr/bin/chromium'] }))).toThrow(
      'SPILLWAY_BROWSER is set to /gone, but there is no such file.',
    );
  });

  test('Chrome, then Edge, then Chromium on Linux, wherever on the PATH they are', () => {
    const env = { PATH: '/usr/local/bin:/usr/bin' };
    const files = ['/usr/local/bin/chromium', '/usr/bin/microsoft-edge', '/usr/bin/google-chrome-stable'];
    expect(findBrowser(machine({ env, files }))).toBe('/usr/bin/google-chrome-stable');
    expect(findBrowser(machine({ env, files: files.slice(0, 2) }))).toBe('/usr/bin/microsoft-edge');
    expect(findBrowser(machine({ env, files: files.slice(0, 1) }))).toBe('/usr/local/bin/chromium');
  });

  test('found off the PATH on Linux', () => {
    expect(findBrowser(machine({ files: ['/opt/google/chrome/chrome'] }))).toBe('/opt/google/chrome/chrome');
    expect(findBrowser(machine({ files: ['/snap/bin/chromium'] }))).toBe('/snap/bin/chromium');
  });

  test("Chrome, then Edge, then Chromium on macOS, the system's folder before the user's", () => {
    const env = { HOME: '/Users/ann' };
    const files = [
      '/Users/ann/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ];
    for (const first of [0, 1, 2]) {
      expect(findBrowser(machine({ os: 'darwin', env, files: files.slice(first) }))).toBe(files[first]);
    }
  });

  test('Chrome, then Edge on Windows, in any of its program folders', () => {
    const env = {
      ProgramFiles: 'C:\\Program Files',
      'ProgramFiles(x86)': 'C:\\Program Files (x86)',
      LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local',
    };
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    const chrome = 'C:\\Users\\ann\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe';
    expect(findBrowser(machine({ os: 'win32', env, files: [edge, chrome] }))).toBe(chrome);
    expect(findBrowser(machine({ os: 'win32', env, files: [edge] }))).toBe(edge);
  });

  test('nothing when there is none', () => {
    for (const os of ['linux', 'darwin', 'win32'] as const) {
      expect(findBrowser(machine({ os }))).toBeUndefined();
    }
  });
});

test.each([
  [machine({ release: debian }), 'run "sudo apt-get install chromium"'],
  [machine({ release: mint }), 'run "sudo apt-get install chromium"'],
  [machine(), "install your distribution's chromium package"],
  [machine({ os: 'darwin' }), 'install Google Chrome ("brew install --cask google-chrome")'],
  [machine({ os: 'win32' }), 'install Microsoft Edge or Google Chrome'],
])('a missing browser is one line that says what to install (%#)', (where, how) => {
  expect(browserMissing(where)).toBe(
    `No Chrome, Edge or Chromium was found: ${how}, or set SPILLWAY_BROWSER to the path of one.`,
  );
});
