// The bridge of nested app authentication that Excel puts into the add-in's page: MSAL posts requests as JSON and hears replies the
// same way. The account is that of identity.ts.
import type { HostLog } from '../calls/hostLog';
import type { Identity } from './identity';

type Hear = (reply: string) => void;

interface BridgeRequest {
  readonly method: string;
  readonly requestId: string;
  readonly tokenParams?: { readonly clientId: string; readonly scope: string };
}

const lifetime = 3_600;

export function nestedAuthBridge(identity: Identity, log: HostLog) {
  const listeners = new Set<Hear>();
  const reply = (method: string): Record<string, unknown> => {
    if (method === 'GetInitContext')
      return { success: true, initContext: { sdkName: 'playground', sdkVersion: '1', capabilities: {} } };
    const { signIn } = identity;
    if (typeof signIn !== 'string')
      return {
        success: false,
        error: typeof signIn === 'number' ? { status: 'ACCOUNT_UNAVAILABLE' } : signIn,
      };
    const token = { access_token: signIn, id_token: signIn, expires_in: lifetime, properties: null };
    return {
      success: true,
      token,
      account: { environment: 'login.microsoftonline.com', username: '', homeAccountId: 'home' },
    };
  };
  return {
    addEventListener: (_: string, hear: Hear) => void listeners.add(hear),
    removeEventListener: (_: string, hear: Hear) => void listeners.delete(hear),
    postMessage: (message: string) => {
      const { method, requestId, tokenParams } = JSON.parse(message) as BridgeRequest;
      if (tokenParams)
        log.add('token asked for', { prompt: method === 'GetTokenPopup', ...scopeOf(tokenParams) });
      const text = JSON.stringify({ messageType: 'NestedAppAuthResponse', requestId, ...reply(method) });
      queueMicrotask(() => listeners.forEach((hear) => hear(text)));
    },
  };
}

const scopeOf = ({ clientId, scope }: NonNullable<BridgeRequest['tokenParams']>) => ({ clientId, scope });
