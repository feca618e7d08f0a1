// What `npm start` tells the gateway. It listens on this machine only: a playground on a laptop in a café is nobody
// else's. Whoever wants others to reach it sets SPILLWAY_HOST, which this keeps.
import { at } from '../setup/root.mjs';

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {{ port: number, upstream: string | undefined, sandbox: string }} places
 * @returns {Record<string, string>}
 */
export function gatewayVariables(env, { port, upstream, sandbox }) {
  return {
    PORT: String(port),
    SPILLWAY_HOST: env.SPILLWAY_HOST || '127.0.0.1',
    SPILLWAY_UPSTREAM: upstream ?? sandbox,
    SPILLWAY_SANDBOX: upstream ? '0' : '1',
    SPILLWAY_PLAYGROUND: at('dist', 'playground'),
    SPILLWAY_OFFICE_JS: at('node_modules', '@microsoft', 'office-js', 'dist'),
  };
}
