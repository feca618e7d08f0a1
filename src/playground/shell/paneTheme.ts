// The office.js of the web says nothing of a theme, and a frame does not take over the colours of its page: the button
// would not reach the pane. So this host answers as Excel on Windows does, anew each time it is asked. Until somebody
// presses the button the pane follows the system, as it does in Excel on the web.
import type { Theme } from './theme';

const colours = {
  dark: { bodyBackgroundColor: '#1f1f1f', bodyForegroundColor: '#ffffff', isDarkTheme: true },
  light: { bodyBackgroundColor: '#ffffff', bodyForegroundColor: '#1f1f1f', isDarkTheme: false },
} as const;

interface AddInWindow extends Window {
  readonly Office?: { readonly context: object; onReady(): Promise<unknown> };
}

/** For a frame that has loaded: office.js is there, and what it knows comes with its first answer. */
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

/** The add-in looks again when its window comes back to the front. */
export const tellTheme = (frame: Window | null): void => void frame?.dispatchEvent(new Event('focus'));
