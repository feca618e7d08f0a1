// Why Office gave no token, in the user's words. The numbers are those of getAccessToken (13000 to 13013) in office.js and
// in Microsoft's "Troubleshoot error messages for single sign-on"; 13009, 13011 and 13013 are in office.js only. The words are ours,
// for nested app authentication (nestedToken.ts).

/** Not from Office: it did not respond, or returned something other than a token. */
export const noToken = 0;
export const notSupported = 13012;
/** Nested app authentication is off, or not allowed by the registration: there is an older way. */
export const notNested = 'not nested';

const useCode = 'Use an access code instead, or contact your administrator.';

const sentences: Readonly<Record<number | string, string>> = {
  [noToken]: 'Excel did not respond to the sign-in. Try again; if that does not help, restart Excel.',
  13000: `This Excel, or the way Spillway was added to it, cannot sign in with Microsoft (13000). ${useCode}`,
  13001:
    'You are not signed in to Excel (13001). Sign in with your work account at the top of Excel, then try again.',
  13002: 'The sign-in was closed before it finished (13002). Press Sign in with Microsoft to try again.',
  13003: `Excel is not signed in with a work or school account (13003). Sign in to Excel with one. ${useCode}`,
  13004: `Spillway’s app registration does not match the address it is loaded from (13004). ${useCode}`,
  13005: `Excel does not have permission to sign you in to Spillway (13005). An administrator must grant it. ${useCode}`,
  13006: 'Excel’s own sign-in is not responding (13006). Sign out of Excel, start it again, then try again.',
  13007: `Excel could not get a token for Spillway from Microsoft (13007). Try again in a few minutes. ${useCode}`,
  13008: 'A sign-in is already in progress (13008). Finish it, then try again.',
  13009: `Excel cannot ask for your consent here (13009). An administrator must grant it. ${useCode}`,
  13010: `The browser lost the sign-in window (13010). Add Excel’s and Spillway’s addresses to the same security zone of the browser, or try another browser. ${useCode}`,
  13011: `Excel does not allow this sign-in here (13011). ${useCode}`,
  [notSupported]: `This Excel cannot sign in with Microsoft (13012). ${useCode}`,
  expired: 'Microsoft asks you to sign in again. Press Sign in with Microsoft in Spillway’s Settings.',
  closed: 'The sign-in was closed before it finished. Press Sign in with Microsoft to try again.',
  offline: 'Microsoft cannot be reached. Check your connection, then try again.',
  'no account':
    'You are not signed in to Excel. Sign in with your work account at the top of Excel, then try again.',
  blocked: 'The sign-in window was blocked. Allow pop-up windows for Excel in this browser, then try again.',
  consent: `Spillway has not been allowed to sign you in. Accept the request, or ask an administrator to grant it for everyone. ${useCode}`,
  policy: `Your organization’s access rules did not let this sign-in through, for example because of this device or network. ${useCode}`,
  guest: `This Microsoft account does not belong to your team’s organization. Sign in with another account. ${useCode}`,
  [notNested]: `This Excel cannot sign in with Microsoft. ${useCode}`,
  13013: 'There were too many sign-in attempts in a short time (13013). Wait a minute, then try again.',
};

export class SignInFault extends Error {
  override readonly name = 'SignInFault';

  constructor(readonly code: number | string) {
    super(sentences[code] ?? `Excel could not sign you in (${code}). Try again. ${useCode}`);
  }
}

export const knownFaults = Object.keys(sentences).map((code) => (/^\d+$/.test(code) ? Number(code) : code));
