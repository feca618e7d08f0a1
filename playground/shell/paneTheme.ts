// On the web, office.js has no theme, and a frame does not inherit its page's colours, so the theme button would not affect
// the pane. This host therefore reports its theme as Excel on Windows does, on each request. Until the button is pressed, the
// pane follows the system, as in Excel on the web.
import type { Theme } from './theme';

const colours = {
  dark: { bodyBackgroundColor: '#1f1f1f', bodyForegroundColor: '#ffffff', isDarkTheme: true },
  light: { bodyBackgroundColor: '#ffffff', bodyForegroundColor: '#1f1f1f', isDarkTheme: false },
} as const;

interface AddInWindow extends Window {
  readonly Office?: { readonly context: object; onReady(): Promise<unknown> };
}

/** For a loaded frame: office.js is present, and its context arrives with its first reply. */
export async function offerTheme(frame: Window, theme: Theme): Promise<void> {
  const { Office: office } = frame as AddInWindow;
  if (!office) return;
  await office.onReady();
  Object.defineProperty(office.context, 'officeTheme', {
    get: () => theme.chosen && colours[theme.chosen],
    configurable: true,
  });
  tellTheme(frame);
}

/** The add-in reads the theme again when its window gets the focus. */
export const tellTheme = (frame: Window | null): void => void frame?.dispatchEvent(new Event('focus'));
