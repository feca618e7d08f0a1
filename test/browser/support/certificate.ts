// One self-signed certificate for all gateways of the run; the browser is told to accept it.
import { mkdirSync, writeFileSync } from 'node:fs';
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
