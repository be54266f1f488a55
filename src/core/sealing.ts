import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

// AES-256-GCM (NIST SP 800-38D).
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Base64url of nonce, text and tag. Only the same `key` opens it, and only for what is `about` the same. */
export function seal(key: Buffer, content: Buffer, about: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(about);
  const text = [cipher.update(content), cipher.final()];
  return Buffer.concat([nonce, ...text, cipher.getAuthTag()]).toString('base64url');
}

/** Throws when it was sealed with another key or about something else, or was changed. */
export function unseal(key: Buffer, sealed: string, about: Buffer): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(about).setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]);
}
