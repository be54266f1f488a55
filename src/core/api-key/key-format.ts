import { hash as hashOnce, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BASE62, randomBase62 } from '../ids.ts';

const FORM = /^mapi_(?:test|live)_([0-9A-Za-z]{12})_[0-9A-Za-z]{49}$/;
const CHECK_LENGTH = 6;

/**
 * `mapi_<mode>_<keyId>_<secret of 256 bits><CRC32>`. The checksum lets a scanner tell keys from
 * noise; it adds no security.
 */
export function newApiKey(
  mode: 'test' | 'live',
  keyId = randomBase62(12),
): { key: string; keyId: string } {
  const unchecked = `mapi_${mode}_${keyId}_${randomBase62(43)}`;
  return { key: unchecked + checksum(unchecked), keyId };
}

/** The id in a well-formed key, or null. Reads no database. */
export function keyIdOf(key: string): string | null {
  const keyId = FORM.exec(key)?.[1];
  if (keyId === undefined) return null;
  return checksum(key.slice(0, -CHECK_LENGTH)) === key.slice(-CHECK_LENGTH) ? keyId : null;
}

/** SHA-256 of the whole key: enough, since its secret holds 256 random bits. */
export function hashOf(key: string): Buffer {
  return hashOnce('sha256', key, 'buffer');
}

const NO_HASH = Buffer.alloc(32);

/** Takes the same time whether or not there is something to compare with. */
export function sameHash(hash: Buffer, known: Buffer | undefined): boolean {
  return timingSafeEqual(hash, known ?? NO_HASH) && known !== undefined;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECK_LENGTH; place++) {
    digits = `${BASE62[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
