// Light or dark as Office is, where Office says so; else as the system is. High contrast is left to forced-colors.
import {
  createDarkTheme,
  createLightTheme,
  type BrandVariants,
  type Theme,
} from '@fluentui/react-components';
import { useEffect, useState } from 'react';

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

export const lightTheme: Theme = createLightTheme(water);
export const darkTheme: Theme = {
  ...createDarkTheme(water),
  colorBrandForeground1: water[120],
  colorBrandForeground2: water[130],
};

/** Undefined where the host gives no colour. */
export function isDarkColour(colour: string | undefined): boolean | undefined {
  const parts = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour ?? '');
  if (!parts) return undefined;
  const [red, green, blue] = parts.slice(1).map((part) => parseInt(part, 16)) as [number, number, number];
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

const officeIsDark = (): boolean | undefined =>
  typeof Office === 'undefined' ? undefined : isDarkColour(Office.context?.officeTheme?.bodyBackgroundColor);

export function useTheme(): Theme {
  const [dark, setDark] = useState(
    () => officeIsDark() ?? matchMedia('(prefers-color-scheme: dark)').matches,
  );
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const update = () => setDark(officeIsDark() ?? system.matches);
    system.addEventListener('change', update);
    return () => system.removeEventListener('change', update);
  }, []);
  return dark ? darkTheme : lightTheme;
}
