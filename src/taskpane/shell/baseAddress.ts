// The address of the service, without a gateway.
import { t } from '../../languages/t';

/** What to store for what was typed, or what is wrong with it. */
export function readBaseAddress(typed: string): { readonly value: string } | { readonly wrong: string } {
  const text = typed.trim();
  if (text === '') return { value: '' };
  try {
    const url = new URL(text);
    const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
    if (url.protocol !== 'https:' && !(local && url.protocol === 'http:'))
      return { wrong: t('shell.theAddressMustStart') };
    if (url.username || url.password || url.search || url.hash) {
      return { wrong: t('shell.enterOnlyTheAddress') };
    }
    return { value: url.href.replace(/\/+$/, '') };
  } catch {
    return { wrong: t('shell.enterAValidAddress') };
  }
}
