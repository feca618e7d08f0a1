// The headers of every response, whether it comes through the app or straight from a listener. Who asks is in a header that no cache
// on the way knows, so nothing is kept there unless a route says so.
import { dataPolicy, securityHeaders } from '../files/contentSecurity';
import { gatewayHeader } from '../../protocol/headers';

export const commonHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  ...securityHeaders(secure),
  'content-security-policy': dataPolicy,
  'cache-control': 'no-store',
  [gatewayHeader]: '1',
});

/** What JSON needs of them: told to be nothing else, it is never a page. Each header is a part of what a response costs. */
export const jsonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  [gatewayHeader]: '1',
};
