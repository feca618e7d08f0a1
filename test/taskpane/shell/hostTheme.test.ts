import {
  isDarkColour,
  officeIsDark,
  watchTheme,
  type ThemeHost,
} from '../../../src/taskpane/shell/hostTheme';

const hostWith = (officeTheme: NonNullable<ThemeHost['context']>['officeTheme']): ThemeHost => ({
  context: { officeTheme },
});

test('a theme is told by its background, whatever the flag says', () => {
  expect(isDarkColour('#FFFFFF')).toBe(false);
  expect(isDarkColour('262626')).toBe(true);
  expect(officeIsDark(hostWith({ bodyBackgroundColor: '#262626', isDarkTheme: false }))).toBe(true);
  expect(officeIsDark(hostWith({ bodyBackgroundColor: '#E6E6E6' }))).toBe(false);
});

test('a host without colours is believed by its flag; one that says nothing is not taken for light', () => {
  expect(officeIsDark(hostWith({ isDarkTheme: true }))).toBe(true);
  expect(officeIsDark(hostWith({}))).toBeUndefined();
  expect(officeIsDark(hostWith(undefined))).toBeUndefined();
  expect(officeIsDark({})).toBeUndefined();
  expect(officeIsDark(undefined)).toBeUndefined();
});

test('a host that throws when it is asked for its theme is one that says nothing', () => {
  const host: ThemeHost = {
    context: {
      get officeTheme(): never {
        throw new Error('not in this host');
      },
    },
  };
  expect(officeIsDark(host)).toBeUndefined();
});

test('the theme is looked at again when the system changes, and when the window comes back to the front', () => {
  const system = new EventTarget();
  const page = new EventTarget();
  const looks: string[] = [];
  const stop = watchTheme(system as MediaQueryList, page as Window, () => void looks.push('looked'));
  system.dispatchEvent(new Event('change'));
  page.dispatchEvent(new Event('focus'));
  expect(looks).toHaveLength(2);
  stop();
  system.dispatchEvent(new Event('change'));
  page.dispatchEvent(new Event('focus'));
  expect(looks).toHaveLength(2);
});
