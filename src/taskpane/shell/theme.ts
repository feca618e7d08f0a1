// Light or dark like Office, or else like the system. High contrast is left to forced-colors.
import {
  createDarkTheme,
  createLightTheme,
  type BrandVariants,
  type Theme,
} from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { officeIsDark, watchTheme, type ThemeHost } from './hostTheme';

const water: BrandVariants = {
  10: '#011719',
  20: '#03272b',
  30: '#05373d',
  40: '#06464e',
  50: '#08555e',
  60: '#08626c',
  70: '#08707b',
  80: '#077380',
  90: '#0d8592',
  100: '#2b97a4',
  110: '#4aa9b4',
  120: '#68b9c4',
  130: '#87cad3',
  140: '#a6dae1',
  150: '#c5e9ee',
  160: '#e3f6f8',
};

const lightTheme: Theme = createLightTheme(water);
const darkTheme: Theme = {
  ...createDarkTheme(water),
  colorBrandForeground1: water[120],
  colorBrandForeground2: water[130],
  colorBrandForegroundLink: water[120],
  colorBrandForegroundLinkHover: water[130],
  colorBrandForegroundLinkPressed: water[110],
};

const host = (): ThemeHost | undefined => (typeof Office === 'undefined' ? undefined : Office);

export function useTheme(): Theme {
  const [dark, setDark] = useState(() => officeIsDark(host()) ?? systemScheme().matches);
  useEffect(() => {
    const system = systemScheme();
    return watchTheme(system, window, () => setDark(officeIsDark(host()) ?? system.matches));
  }, []);
  return dark ? darkTheme : lightTheme;
}

const systemScheme = () => matchMedia('(prefers-color-scheme: dark)');
