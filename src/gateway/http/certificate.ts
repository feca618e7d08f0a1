// Excel loads add-ins over https only. For a local start a certificate is made once and kept; where Microsoft's
// office-addin-dev-certs has installed a trusted one for localhost, that one is used.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Log } from '../telemetry/log';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const day = 86_400_000;

async function read(cert: string, key: string, now: number): Promise<Certificate | undefined> {
  try {
    const pair = { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
    const ends = Date.parse(new X509Certificate(pair.cert).validTo);
    return ends > now + day ? pair : undefined;
  } catch {
    return undefined;
  }
}

/** The trusted certificate for localhost when there is one, else the kept one, else a new one. */
export async function localCertificate(folder: string, now: number): Promise<Certificate> {
  const trusted = path.join(homedir(), '.office-addin-dev-certs');
  const file = path.join(folder, 'localhost.crt');
  const keyFile = path.join(folder, 'localhost.key');
  const known =
    (await read(path.join(trusted, 'localhost.crt'), path.join(trusted, 'localhost.key'), now)) ??
    (await read(file, keyFile, now));
  if (known) return known;
  const made = await makeCertificate(now);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, made.cert);
  await writeFile(keyFile, made.key, { mode: 0o600 });
  await chmod(keyFile, 0o600);
  return made;
}

async function makeCertificate(now: number): Promise<Certificate> {
  // Evaluated when it is needed: it is a good part of what starting a gateway takes, and few gateways make a certificate.
  const { generate } = await import(/* webpackMode: "eager" */ 'selfsigned');
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - day),
    // Apple's devices refuse server certificates that live longer than 825 days.
    notAfterDate: new Date(now + 800 * day),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}

// Certificates are renewed every few weeks. Changed files are taken while the gateway runs, on a signal or when they are looked
// at; a pair that does not fit, as in the moment between two copies, leaves the one in use as it is.

export interface RenewalParts {
  readonly read: () => Promise<Certificate | undefined>;
  readonly use: (certificate: Certificate) => void;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

export class CertificateRenewal {
  private told = '';

  constructor(
    private current: Certificate,
    private readonly parts: RenewalParts,
  ) {}

  /** Takes the certificate that is there now, if it is another and can be used. */
  async look(): Promise<void> {
    const { read, use, log } = this.parts;
    try {
      const found = await read();
      if (!found || (found.cert === this.current.cert && found.key === this.current.key)) return;
      checkPair(found);
      use(found);
      this.current = found;
      this.told = '';
      log.info({ until: new X509Certificate(found.cert).validTo }, 'certificate renewed');
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (reason !== this.told)
        log.warn({ reason }, 'new certificate rejected; still using the previous one');
      this.told = reason;
    }
  }
}

export function checkPair({ cert, key }: Certificate): void {
  createSecureContext({ cert, key });
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new Error('The certificate and the private key do not match');
  }
}
