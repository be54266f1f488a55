import { RtpHeader, SrtpSession } from 'werift';
import { describe, expect, it } from 'vitest';
import { packetIndexes, srtpReader } from './srtp-reader.ts';

const AEAD_AES_128_GCM = 7;
const NOTHING = Buffer.alloc(0);
const masterKey = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const masterSalt = Buffer.from('a0a1a2a3a4a5a6a7a8a9aaab', 'hex');
const keys = {
  localMasterKey: masterKey,
  localMasterSalt: masterSalt,
  remoteMasterKey: masterKey,
  remoteMasterSalt: masterSalt,
};

function packets(sequences: readonly number[]): Buffer[] {
  const sender = new SrtpSession({ keys, profile: AEAD_AES_128_GCM });
  return sequences.map((sequenceNumber) =>
    sender.encrypt(
      Buffer.from(`payload ${sequenceNumber}`),
      new RtpHeader({ sequenceNumber, timestamp: 960, ssrc: 77, payloadType: 111 }),
    ),
  );
}

describe('srtpReader', () => {
  it('reads what the media library writes, even past sequence rollover and out of order', () => {
    const read = srtpReader({ masterKey, masterSalt });
    const sent = packets([65_534, 65_535, 0, 1]);
    const arrived = [sent[0], sent[2], sent[1], sent[3]].map((packet) => read(packet ?? NOTHING));
    expect(arrived.map((packet) => packet && Buffer.from(packet.payload).toString())).toEqual([
      'payload 65534',
      'payload 0',
      'payload 65535',
      'payload 1',
    ]);
    expect(arrived[0]).toMatchObject({
      ssrc: 77,
      payloadType: 111,
      sequence: 65_534,
      timestamp: 960,
    });
  });

  it.each([
    { name: 'each packet once', order: [5, 6], arriving: [5, 5, 6, 5, 6], read: [5, 6] },
    {
      name: 'late packets, each once',
      order: [5, 6, 7, 9],
      arriving: [5, 9, 7, 6, 7, 6],
      read: [5, 9, 7, 6],
    },
    {
      name: 'each packet once when the sequence number wraps',
      order: [65_535, 0, 1],
      arriving: [65_535, 0, 65_535, 0, 1],
      read: [65_535, 0, 1],
    },
    {
      name: 'a packet just inside the window',
      order: [0, 1, 1024],
      arriving: [0, 1024, 1],
      read: [0, 1024, 1],
    },
    {
      name: 'no packet older than the window',
      order: [0, 1, 1025],
      arriving: [1, 1025, 0, 1],
      read: [1, 1025],
    },
  ])('reads $name', ({ order, arriving, read: expected }) => {
    const read = srtpReader({ masterKey, masterSalt });
    const sent = packets(order);
    const results = arriving.map((sequence) => read(sent[order.indexOf(sequence)] ?? NOTHING));
    expect(results.flatMap((packet) => packet?.sequence ?? [])).toEqual(expected);
  });

  it('reads a sender whose packets before the first wrap of its sequence number were lost', () => {
    const read = srtpReader({ masterKey, masterSalt });
    const [, ...arrived] = packets([65_535, 0, 1, 2]);
    expect(arrived.map((packet) => read(packet)?.sequence)).toEqual([0, 1, 2]);
    expect(arrived.map((packet) => read(packet))).toEqual([null, null, null]);
  });

  it('reads a packet even after a forged copy of it', () => {
    const read = srtpReader({ masterKey, masterSalt });
    const [first = NOTHING, second = NOTHING] = packets([5, 6]);
    const forged = Buffer.from(second);
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
    const forgedFarAhead = Buffer.from(second);
    forgedFarAhead.writeUInt16BE(20_000, 2);
    const arriving = [first, forged, forgedFarAhead, second];
    expect(arriving.map((packet) => read(packet)?.sequence)).toEqual([5, undefined, undefined, 6]);
  });

  it('rejects packets that were changed or truncated', () => {
    const [packet = NOTHING] = packets([5]);
    for (const place of [1, 13, packet.length - 1]) {
      const changed = Buffer.from(packet);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(srtpReader({ masterKey, masterSalt })(changed), `byte ${place}`).toBeNull();
    }
    expect(srtpReader({ masterKey, masterSalt })(packet.subarray(0, 20))).toBeNull();
  });
});

describe('packetIndexes', () => {
  it.each([
    ['the first packet', undefined, 7, [7, 65_543]],
    ['the next', 7, 8, [8]],
    ['an earlier one', 8, 3, [3]],
    ['one after a wrap', 65_535, 0, [65_536]],
    ['one before the latest wrap', 65_536, 65_535, [65_535]],
    ['one long after', 3 * 65_536 + 5, 9, [3 * 65_536 + 9]],
    ['one before the first wrap', 2, 65_535, [65_535]],
  ])('finds the possible indexes of %s', (_, newest, sequence, expected) => {
    expect(packetIndexes(newest, sequence)).toEqual(expected);
  });
});
