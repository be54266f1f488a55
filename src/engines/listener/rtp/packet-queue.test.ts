import { describe, expect, it } from 'vitest';
import { PacketQueue } from './packet-queue.ts';

const [ANA, BEN] = [1, 2];

/** Whether each packet, by when it came, tells of somebody who sends steadily. */
function told(packets: readonly (readonly [sender: number, atMs: number])[]): boolean[] {
  const queue = new PacketQueue();
  return packets.map(([sender, atMs]) => queue.add({ bytes: Buffer.alloc(1), sender, atMs }));
}

describe('PacketQueue', () => {
  it('yields each packet once, in order', () => {
    const queue = new PacketQueue();
    for (const sender of [ANA, BEN]) queue.add({ bytes: Buffer.alloc(1), sender, atMs: 0 });
    expect(queue.takeAll().map(({ sender }) => sender)).toEqual([ANA, BEN]);
    expect(queue.takeAll()).toEqual([]);
  });

  it.each<[string, (readonly [number, number])[], boolean[]]>([
    [
      'the third of a row, of 20 ms or 60 ms',
      [
        [ANA, 0],
        [ANA, 20],
        [ANA, 40],
        [BEN, 50],
        [BEN, 110],
        [BEN, 170],
      ],
      [false, false, true, false, false, true],
    ],
    [
      'not the two that are sent in silence now and then',
      [
        [ANA, 0],
        [ANA, 20],
        [ANA, 420],
        [ANA, 440],
        [ANA, 840],
      ],
      [false, false, false, false, false],
    ],
    [
      'not three of three',
      [
        [ANA, 0],
        [BEN, 1],
        [ANA, 20],
        [BEN, 21],
      ],
      [false, false, false, false],
    ],
  ])('tells of speech: %s', (_, packets, expected) => expect(told(packets)).toEqual(expected));

  it('holds at most ten thousand packets', () => {
    const queue = new PacketQueue();
    for (let i = 0; i < 10_001; i++) queue.add({ bytes: Buffer.alloc(0), sender: ANA, atMs: i });
    expect(queue.takeAll()).toHaveLength(10_000);
  });
});
