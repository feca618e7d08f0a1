// `npm run sandbox`: settings from the environment, one line that says where it is and which keys it knows.
import { keyNames } from './accounts/keys';
import { listen, type RunningSandbox } from './listen';

class SettingError extends Error {}

function wholeNumber(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0)
    throw new SettingError(`${name} must be a whole number, not "${text}".`);
  return value;
}

function onOff(name: string, fallback: boolean): boolean {
  const text = process.env[name] || (fallback ? 'on' : 'off');
  if (text !== 'on' && text !== 'off') throw new SettingError(`${name} must be on or off, not "${text}".`);
  return text === 'on';
}

function start(port: number): Promise<RunningSandbox> {
  const publicUrl = process.env['SANDBOX_PUBLIC_URL'];
  const host = process.env['HOST'];
  return listen({
    port,
    seed: wholeNumber('SANDBOX_SEED', 1),
    cors: onOff('SANDBOX_CORS', true),
    latencyMs: wholeNumber('SANDBOX_LATENCY', 0),
    ...(host && { host }),
    ...(publicUrl && { publicUrl: publicUrl.replace(/\/+$/, '') }),
  });
}

async function main(): Promise<void> {
  const port = wholeNumber('PORT', 4010);
  try {
    const sandbox = await start(port);
    console.log(`Sandbox on ${sandbox.url}, keys: ${keyNames.join(', ')}`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error ? error.code : undefined;
    const says: Record<string, string> = {
      EADDRINUSE: `Port ${port} is in use. End what runs there, or choose another with PORT=4011.`,
      EACCES: `Port ${port} may not be used by this user. Choose one above 1023 with PORT=4011.`,
    };
    console.error(says[String(code)] ?? `The sandbox could not start: ${error.message}`);
    process.exit(1);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingError ? error.message : error);
  process.exit(1);
});
