import { describe, expect, it } from 'vitest';
import { SenderClock } from './sender-clock.ts';

const SECOND = 16_000;
const FRAME = 320;

describe('SenderClock', () => {
  it('places packets where the sender spoke them, however late they arrive', () => {
    const clock = new SenderClock();
    const places = [0, 700, 40, 900, 0].map((late, i) =>
      clock.place(50_000 + i * FRAME, 1_000 + i * FRAME + late, false),
    );
    expect(places).toEqual([0, 1, 2, 3, 4].map((i) => 1_000 + i * FRAME));
  });

  it.each([
    ['fast', 100e-6],
    ['slow', -100e-6],
  ])('keeps up for hours with a clock that is too %s', (_, drift) => {
    const clock = new SenderClock();
    const off: number[] = [];
    for (let sent = 0; sent < 3 * 3_600 * SECOND; sent += 50 * FRAME) {
      const spoken = sent / (1 + drift);
      const delay = (sent / FRAME) % 7 === 0 ? 0 : 800;
      off.push(Math.abs(clock.place(sent, spoken + delay, (sent / FRAME) % 500 === 0) - spoken));
    }
    expect(Math.max(...off)).toBeLessThan(0.06 * SECOND);
  });

  it('also corrects speech without pauses, before it is 0.4 s off', () => {
    const clock = new SenderClock();
    const off: number[] = [];
    for (let sent = 0; sent < 3 * 3_600 * SECOND; sent += 50 * FRAME)
      off.push(Math.abs(clock.place(sent, sent * 1.0001, false) - sent * 1.0001));
    expect(Math.max(...off)).toBeLessThan(0.4 * SECOND);
  });

  it('starts again when the sender sets its clock forward', () => {
    const clock = new SenderClock();
    clock.place(0, 0, false);
    expect(clock.place(9_000_000, 2_000, false)).toBe(2_000);
    expect(clock.place(9_000_000 + FRAME, 2_000 + FRAME + 90, false)).toBe(2_000 + FRAME);
  });

  it('detects within half a second that the sender paused or set its clock back', () => {
    const clock = new SenderClock();
    clock.place(0, 0, false);
    const places = Array.from({ length: 25 }, (_, i) =>
      clock.place(FRAME * (i + 1), 5 * SECOND + FRAME * (i + 1), false),
    );
    expect(places.at(-1)).toBe(5 * SECOND + FRAME * 25);
  });

  it('keeps its place when packets held back for seconds arrive at once', () => {
    const clock = new SenderClock();
    clock.place(0, 0, false);
    const places = Array.from({ length: 150 }, (_, i) =>
      clock.place(FRAME * (i + 1), 3 * SECOND + i, false),
    );
    expect(places).toEqual(Array.from({ length: 150 }, (_, i) => FRAME * (i + 1)));
  });
});
