// Whether the host is dark: as Office reports, or else like the system. Excel on Windows may report another theme each time
// it is asked, Excel on the web says it once. The event for it is Outlook's alone, so the window is looked at when it comes back.

/** The part of Office that is looked at; every piece may be missing, and a getter may throw. */
export interface ThemeHost {
  readonly context?: {
    readonly officeTheme?:
      | { readonly isDarkTheme?: boolean; readonly bodyBackgroundColor?: string }
      | undefined;
  };
}

/** Undefined if the host gives no color. */
export function isDarkColour(colour: string | undefined): boolean | undefined {
  const parts = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour ?? '');
  if (!parts) return undefined;
  const [red, green, blue] = parts.slice(1).map((part) => parseInt(part, 16)) as [number, number, number];
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

/** Undefined if Office does not say; that must not be read as light. */
export function officeIsDark(host: ThemeHost | undefined): boolean | undefined {
  try {
    const theme = host?.context?.officeTheme;
    // The colour is what is seen; some hosts leave the flag at false in a dark theme.
    return isDarkColour(theme?.bodyBackgroundColor) ?? theme?.isDarkTheme;
  } catch {
    return undefined;
  }
}

/** Calls whenever the theme may have changed. */
export function watchTheme(
  system: Pick<MediaQueryList, 'addEventListener' | 'removeEventListener'>,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  look: () => void,
): () => void {
  system.addEventListener('change', look);
  page.addEventListener('focus', look);
  return () => {
    system.removeEventListener('change', look);
    page.removeEventListener('focus', look);
  };
}
