// RTP (RFC 3550) and its redundant audio payload (RFC 2198), as far as a listener needs them.

const FIXED_HEADER = 12;
const WORD = 4;
/** RTCP shares the port: its packet type is where RTP has the marker bit and the payload type. */
const RTCP_TYPES = { first: 192, last: 223 };
/** First bytes of a packet on this port that is neither STUN, DTLS nor TURN (RFC 7983). */
const MEDIA_BYTES = { first: 128, last: 191 };

export type RtpPacket = {
  ssrc: number;
  payloadType: number;
  sequence: number;
  timestamp: number;
  payload: Uint8Array;
};
/** Opus frames of one packet; `timestamp` of 48 kHz. */
export type AudioBlock = { timestamp: number; data: Uint8Array };

export function isRtp(bytes: Buffer): boolean {
  const [first = 0, second = 0] = bytes;
  if (bytes.length < FIXED_HEADER || first < MEDIA_BYTES.first || first > MEDIA_BYTES.last)
    return false;
  return second < RTCP_TYPES.first || second > RTCP_TYPES.last;
}

/** The synchronization source (SSRC), which is not encrypted. */
export function rtpSender(bytes: Buffer): number {
  return bytes.readUInt32BE(8);
}

/** Where the payload begins; past the end when the packet is cut off. */
export function rtpHeaderLength(bytes: Buffer): number {
  const first = bytes[0] ?? 0;
  const withSources = FIXED_HEADER + (first & 0x0f) * WORD;
  if ((first & 0x10) === 0) return withSources;
  if (bytes.length < withSources + WORD) return Infinity;
  return withSources + WORD + bytes.readUInt16BE(withSources + 2) * WORD;
}

/** `payload` is decrypted and includes its padding. */
export function rtpPacket(header: Buffer, payload: Uint8Array): RtpPacket {
  const isPadded = ((header[0] ?? 0) & 0x20) !== 0;
  const padding = isPadded ? (payload.at(-1) ?? 0) : 0;
  return {
    ssrc: rtpSender(header),
    payloadType: (header[1] ?? 0) & 0x7f,
    sequence: header.readUInt16BE(2),
    timestamp: header.readUInt32BE(4),
    payload: payload.subarray(0, Math.max(0, payload.length - padding)),
  };
}

/** The blocks of a redundant payload, oldest first, the packet's own last; none when it is cut off. */
export function redundantBlocks(payload: Uint8Array, timestamp: number): AudioBlock[] {
  const heads: { timestamp: number; length: number }[] = [];
  let at = 0;
  while (((payload[at] ?? 0) & 0x80) !== 0) {
    const [, high = 0, middle = 0, low = 0] = payload.subarray(at, at + WORD);
    const offset = (high << 6) | (middle >> 2);
    heads.push({ timestamp: (timestamp - offset) >>> 0, length: ((middle & 0x03) << 8) | low });
    at += WORD;
  }
  at += 1;
  const blocks: AudioBlock[] = [];
  for (const head of heads) {
    blocks.push({ timestamp: head.timestamp, data: payload.subarray(at, at + head.length) });
    at += head.length;
  }
  if (at > payload.length) return [];
  return [...blocks, { timestamp, data: payload.subarray(at) }];
}

/**
 * Unwraps a counter that restarts after `steps` steps: of all counts that `wrapped` may represent,
 * returns the one nearest to `near`.
 */
export function nearestCount(wrapped: number, near: number, steps: number): number {
  const ahead = (wrapped - (near % steps) + steps) % steps;
  return near + (ahead < steps / 2 ? ahead : ahead - steps);
}
