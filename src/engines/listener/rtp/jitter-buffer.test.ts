import { describe, expect, it } from 'vitest';
import { JitterBuffer } from './jitter-buffer.ts';

/** Packet n begins at n * 960, and holds n. */
function block(n: number) {
  return { timestamp: n * 960, data: Uint8Array.of(n % 256) };
}

/** What comes out, as `n` or `n after lost`. */
function heard(
  order: JitterBuffer,
  arrivals: readonly (number | number[])[],
  stepMs = 20,
): string[] {
  return arrivals.flatMap((arrival, i) => {
    const held = [arrival].flat();
    const blocks = order.push((held.at(-1) ?? 0) % 65_536, held.map(block), i * stepMs);
    return blocks.map(({ timestamp, lost }) =>
      lost ? `${timestamp / 960} after ${lost} lost` : String(timestamp / 960),
    );
  });
}

describe('JitterBuffer', () => {
  it.each<[string, (number | number[])[], string[]]>([
    ['in order', [1, 2, 3], ['1', '2', '3']],
    ['two change places', [1, 3, 2, 4], ['1', '2', '3', '4']],
    ['twice the same', [1, 2, 2, 3], ['1', '2', '3']],
    ['one before the first', [5, 4, 6], ['5', '6']],
    [
      'one is lost',
      [1, 3, 4, 5, 6, 7, 8, 9],
      ['1', '3 after 1 lost', '4', '5', '6', '7', '8', '9'],
    ],
    [
      'a lost one comes too late',
      [1, 3, 4, 5, 6, 7, 8, 2, 9],
      ['1', '3 after 1 lost', '4', '5', '6', '7', '8', '9'],
    ],
    ['lost ones are brought again by the next', [1, [2, 3, 4], 5], ['1', '2', '3', '4', '5']],
    [
      'one that the media server lost too, so that the next brings an earlier one',
      [1, 2, [2, 4], 5, 6, 7, 8, 9],
      ['1', '2', '4 after 1 lost', '5', '6', '7', '8', '9'],
    ],
    [
      'the same while packets change places',
      [1, 3, [3, 5], 2, 6, 7, 8, 9, 10],
      ['1', '2', '3', '5 after 1 lost', '6', '7', '8', '9', '10'],
    ],
    ['what came already is brought again', [1, [1, 2], [1, 2, 3]], ['1', '2', '3']],
    [
      'the sequence number wraps around',
      [65_534, 65_535, 65_536, 65_537],
      ['65534', '65535', '65536', '65537'],
    ],
    [
      'it wraps around while packets change places',
      [65_534, 65_536, 65_535, 65_537],
      ['65534', '65535', '65536', '65537'],
    ],
    ['a sender begins anew', [10, 11, 30_000, 30_001], ['10', '11', '30000', '30001']],
    [
      'one begins anew while a packet waits for an earlier one',
      [10, 12, 30_000, 30_001, 30_002, 30_003, 30_004, 30_005],
      ['10', '30000', '30001', '30002', '30003', '30004', '30005'],
    ],
  ])('passes packets on in order, each once: %s', (_, arrivals, expected) => {
    expect(heard(new JitterBuffer(), arrivals)).toEqual(expected);
  });

  it('holds out-of-order packets for 100 ms, and drops nothing at the end', () => {
    const order = new JitterBuffer();
    expect(heard(order, [1, 3])).toEqual(['1']);
    expect(order.release(119)).toEqual([]);
    expect(order.release(120)).toEqual([{ ...block(3), lost: 1 }]);
    expect(order.push(7, [block(7)], 130)).toEqual([]);
    expect(order.flush()).toEqual([{ ...block(7), lost: 3 }]);
    expect(order.flush()).toEqual([]);
  });
});
