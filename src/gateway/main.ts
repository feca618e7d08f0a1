// The entry: reads the settings, listens, and ends well.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { makeApp } from './app';
import { localCertificate, type Certificate } from './certificate';
import { listen } from './server';
import { readSettings, type Tls } from './settings/settings';
import { connectUpstream } from './upstream';

async function certificateOf(tls: Tls): Promise<Certificate | undefined> {
  if (tls.kind === 'off') return undefined;
  if (tls.kind === 'self-signed') return localCertificate(tls.folder, Date.now());
  return { cert: await readFile(tls.cert, 'utf8'), key: await readFile(tls.key, 'utf8') };
}

async function main(): Promise<void> {
  const { settings, faults } = readSettings(process.env, path.dirname(process.argv[1] ?? '.'));
  if (faults.length > 0) {
    for (const fault of faults) console.error(fault);
    process.exit(1);
  }
  const upstream = connectUpstream({ base: settings.upstream });
  const app = makeApp({ settings, upstream });
  const answer = getRequestListener(app.fetch);
  const certificate = await certificateOf(settings.tls);
  const listening = await listen({
    port: settings.port,
    ...(settings.host === undefined ? {} : { host: settings.host }),
    certificate,
    listener: (incoming, outgoing) => void answer(incoming, outgoing),
  }).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'is used by another program' : `cannot be used (${error.code})`;
    console.error(`Port ${settings.port} ${why}: end it, or choose another with PORT.`);
    process.exit(1);
  });
  console.log(`Spillway gateway listens at ${certificate ? 'https' : 'http'}://localhost:${listening.port}`);
  const end = () => {
    void listening.close().then(() => {
      upstream.close();
      process.exit(0);
    });
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

await main();
