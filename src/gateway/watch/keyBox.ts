// A person's key while a watch of theirs needs it, encrypted under a secret of the server (AES-256-GCM). The text is bound to the
// watch and its owner, so that it opens nowhere else.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface KeyBox {
  seal(key: string, boundTo: string): string;
  /** Undefined where the secret is another one, or the text was changed. */
  open(sealed: string, boundTo: string): string | undefined;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export function keyBox(secret: string): KeyBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'spillway watch keys', 32));
  return {
    seal: (text, boundTo) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(boundTo));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (sealed, boundTo) => {
      try {
        const bytes = Buffer.from(sealed, 'base64url');
        const body = nonceBytes + tagBytes;
        const cipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        })
          .setAAD(Buffer.from(boundTo))
          .setAuthTag(bytes.subarray(nonceBytes, body));
        return Buffer.concat([cipher.update(bytes.subarray(body)), cipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
