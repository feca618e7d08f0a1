// `npm run sandbox`: reads its settings from the environment and prints its address and keys.
import { keyNames } from './accounts/keys';
import { listen, type RunningSandbox } from './listen';

function wholeNumber(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0)
    throw new Error(`${name} must be a whole number, not "${text}".`);
  return value;
}

function onOff(name: string, fallback: boolean): boolean {
  const text = process.env[name] || (fallback ? 'on' : 'off');
  if (text !== 'on' && text !== 'off') throw new Error(`${name} must be on or off, not "${text}".`);
  return text === 'on';
}

async function start(): Promise<RunningSandbox> {
  const publicUrl = process.env['SANDBOX_PUBLIC_URL'];
  const host = process.env['HOST'];
  return listen({
    port: wholeNumber('PORT', 4010),
    seed: wholeNumber('SANDBOX_SEED', 1),
    cors: onOff('SANDBOX_CORS', true),
    latencyMs: wholeNumber('SANDBOX_LATENCY', 0),
    ...(host && { host }),
    ...(publicUrl && { publicUrl: publicUrl.replace(/\/+$/, '') }),
  });
}

function reasonOf(error: unknown): string {
  const port = process.env['PORT'] || '4010';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or set another one: PORT=4011.`;
  if (code === 'EACCES') return `Port ${port} requires administrator rights. Set one above 1023: PORT=4011.`;
  return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`;
}

start().then(
  (sandbox) => {
    console.log(`Sandbox is listening at ${sandbox.url}, keys: ${keyNames.join(', ')}`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
    }
  },
  (error: unknown) => {
    console.error(reasonOf(error));
    process.exit(1);
  },
);
