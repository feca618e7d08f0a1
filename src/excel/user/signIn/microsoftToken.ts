// A token of the person signed in to Excel, made out to Spillway's own registration, which is what the gateway verifies. Excel of
// today signs in with nested app authentication. Where that is missing, or the registration does not allow it yet, Office single
// sign-on does.
import type { MicrosoftApp } from '../../../protocol/gateway';
import { load } from '../../lazyCode';
import { officeToken, supports, type AskOffice, type OfficeHost } from './officeToken';
import { notNested, SignInFault } from './signInFault';

/** `readApp` tells the registration, if the gateway has one. */
export function microsoftToken(
  readApp: () => Promise<MicrosoftApp | undefined>,
  host: OfficeHost = globalThis,
): AskOffice {
  const legacy = officeToken(host);
  let nested: Promise<AskOffice> | undefined;
  return async (prompt) => {
    const isNestable = supports(host, 'NestedAppAuth', '1.1') && host.nestedAppAuthBridge !== undefined;
    const app = isNestable ? await readApp().catch(() => undefined) : undefined;
    if (!app) return legacy(prompt);
    const code = () => import(/* webpackChunkName: "nested" */ './nestedToken');
    nested ??= load(code).then(({ nestedToken }) => nestedToken(app));
    try {
      return await (
        await nested
      )(prompt);
    } catch (error) {
      // What was not loaded or not opened is tried again.
      if (!(error instanceof SignInFault)) nested = undefined;
      else if (error.code !== notNested) throw error;
      return legacy(prompt);
    }
  };
}
