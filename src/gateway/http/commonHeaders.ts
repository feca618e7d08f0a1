// The headers of every response, whether it comes through the app or straight from the data listener.
import { dataPolicy, securityHeaders } from '../files/contentSecurity';

export const commonHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  ...securityHeaders(secure),
  'content-security-policy': dataPolicy,
  'spillway-gateway': '1',
});
