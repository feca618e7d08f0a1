// The gateway's settings under `npm start`. It listens on this machine only, so that a laptop in a public network exposes
// nothing. SPILLWAY_HOST overrides that.
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
    // Watches encrypt the key that they keep. The keys of the sandbox are no secret; for another, a person chooses one.
    ...(!upstream && { SPILLWAY_SECRET: env.SPILLWAY_SECRET || 'the-keys-of-the-sandbox-are-no-secret' }),
    // Many projects use this name: the database of another one is not for trying Spillway.
    DATABASE_URL: '',
    SPILLWAY_PLAYGROUND: at('dist', 'playground'),
    SPILLWAY_OFFICE_JS: at('node_modules', '@microsoft', 'office-js', 'dist'),
  };
}
