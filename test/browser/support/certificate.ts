// One self-signed certificate for all gateways of the run. The browser is told to trust its key: where it is told to ignore
// errors instead, it keeps neither files nor compiled code, and a journey takes a third longer.
import { createHash, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { generate } from 'selfsigned';
import { at } from './root';

export const certificateFile = at('test-results', 'certificate', 'cert.pem');
export const keyFile = at('test-results', 'certificate', 'key.pem');

export async function writeCertificate(): Promise<void> {
  const pair = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
  mkdirSync(at('test-results', 'certificate'), { recursive: true });
  writeFileSync(certificateFile, pair.cert);
  writeFileSync(keyFile, pair.private);
}

/** The flag that makes Chromium trust this certificate; it wants a profile folder beside it. */
export function trustFlag(): string {
  const { publicKey } = new X509Certificate(readFileSync(certificateFile));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`;
}
