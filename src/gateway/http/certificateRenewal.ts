// Certificates are renewed every few weeks. Changed files are taken while the gateway runs, on a signal or when they are looked
// at; a pair that does not fit, as in the moment between two copies, leaves the one in use as it is.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { Certificate } from './certificate';
import type { Log } from '../telemetry/log';

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

function checkPair({ cert, key }: Certificate): void {
  createSecureContext({ cert, key });
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new Error('The certificate and the private key do not match');
  }
}
