import { describe, expect, it } from 'vitest';
import { isRtp, redundantBlocks, rtpHeaderLength, rtpPacket } from './rtp-packet.ts';

const HEADER = '806f0102 00000304 00000506';

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex');
}

describe('an RTP packet', () => {
  it.each([
    ['RTP', HEADER, true],
    ['RTP with its marker', HEADER.replace('806f', '80ef'), true],
    ['a sender report', HEADER.replace('806f', '80c8'), false],
    ['DTLS', HEADER.replace('806f', '1703'), false],
    ['STUN', HEADER.replace('806f', '0001'), false],
    ['half a header', HEADER.slice(0, 12), false],
  ])('is distinguished from everything else received on its port: %s', (_, hex, expected) => {
    expect(isRtp(bytes(hex))).toBe(expected);
  });

  it.each([
    ['a plain header', HEADER, 12],
    ['two contributing sources', HEADER.replace('80', '82'), 20],
    ['an extension of one word', `${HEADER.replace('80', '90')} bede0001 00000000`, 20],
    ['an extension that is cut off', HEADER.replace('80', '90'), Infinity],
  ])('says where its payload begins: %s', (_, hex, expected) => {
    expect(rtpHeaderLength(bytes(hex))).toBe(expected);
  });

  it('is read without its padding', () => {
    const read = { ssrc: 0x506, payloadType: 111, sequence: 0x102, timestamp: 0x304 };
    expect(rtpPacket(bytes(HEADER), bytes('aabb'))).toEqual({ ...read, payload: bytes('aabb') });
    expect(rtpPacket(bytes(HEADER.replace('80', 'a0')), bytes('aabb0002')).payload).toEqual(
      bytes('aabb'),
    );
    expect(rtpPacket(bytes(HEADER.replace('80', 'a0')), bytes('ff')).payload).toHaveLength(0);
  });
});

describe('redundant audio', () => {
  it('contains blocks of earlier packets before its own', () => {
    // 960 ticks before, 2 bytes long; then the packet's own.
    expect(redundantBlocks(bytes('ef0f0002 6f aabb ccddee'), 10_000)).toEqual([
      { timestamp: 9_040, data: bytes('aabb') },
      { timestamp: 10_000, data: bytes('ccddee') },
    ]);
  });

  it('may contain only its own block', () => {
    expect(redundantBlocks(bytes('6f ccddee'), 10_000)).toEqual([
      { timestamp: 10_000, data: bytes('ccddee') },
    ]);
  });

  it('handles the wraparound of the timestamp', () => {
    expect(redundantBlocks(bytes('ef0f0001 6f aa bb'), 10)[0]?.timestamp).toBe(2 ** 32 - 950);
  });

  it('yields nothing when it is truncated', () => {
    expect(redundantBlocks(bytes('ef0f0002 6f aa'), 10_000)).toEqual([]);
    expect(redundantBlocks(bytes('ef0f'), 10_000)).toEqual([]);
  });
});
