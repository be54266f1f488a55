// A link key as it lies in the database: sealed with the media server's secret, which all processes of a service share.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM (NIST SP 800-38D) under a key derived by HKDF (RFC 5869); base64url of nonce, text and tag. */
export function sealLinkKey(key: Buffer, keyId: string, mediaSecret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(mediaSecret), nonce).setAAD(
    Buffer.from(keyId),
  );
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** Null when it was sealed with another secret. */
export function openLinkKey(sealed: string, keyId: string, mediaSecret: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(mediaSecret), nonce).setAAD(
    Buffer.from(keyId),
  );
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    return null;
  }
}

function sealingKey(mediaSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', mediaSecret, '', 'parley link keys', 32));
}
