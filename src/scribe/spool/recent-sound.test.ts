import { expect, test } from 'vitest';
import { RecentSound, withoutFirst } from './recent-sound.ts';

const SECOND = 16_000;
const sound = (level: number, samples = SECOND) => new Int16Array(samples).fill(level);

test('the last 30 s of a long talk are kept, with their start', () => {
  const recent = new RecentSound(1_000);
  // The caller reuses its buffer.
  const frame = sound(0);
  for (let i = 0; i < 100; i += 1) recent.write(frame.fill(100 + i));
  expect(recent.endMs).toBe(101_000);
  expect(recent.startedAtMs).toBe(71_000);
  expect(recent.sounds).toHaveLength(30);
  expect(recent.sounds[0]).toEqual(sound(170));
});

test('silence, and the hiss of a microphone, take no memory', () => {
  const recent = new RecentSound(0);
  for (let i = 0; i < 20; i += 1) {
    recent.writeSilence(SECOND);
    recent.write(sound(3));
  }
  expect(recent.sounds).toHaveLength(1);
  expect(recent.endMs).toBe(40_000);
});

test('a loss stays where it was noted, and goes with the sound before it', () => {
  const recent = new RecentSound(0);
  recent.writeSilence(5 * SECOND);
  recent.noteLost(SECOND);
  recent.write(sound(500));
  expect(recent.endMs).toBe(6_000);
  expect(recent.sounds).toEqual([5 * SECOND, { lostSamples: SECOND }, sound(500)]);
  expect(withoutFirst(recent.sounds, 5 * SECOND)).toEqual([sound(500)]);
});

test('any part can be read, with zeros where there is nothing', () => {
  const recent = new RecentSound(0);
  recent.write(sound(500, 3));
  recent.writeSilence(2);
  recent.write(sound(700, 2));
  expect([...recent.between(-1, 9)]).toEqual([0, 500, 500, 500, 0, 0, 700, 700, 0, 0]);
  expect([...recent.between(2, 7)]).toEqual([500, 0, 0, 700, 700]);
});

test('the first samples can be left out, also in the middle of a sound or a silence', () => {
  const sounds = [sound(500, 3), 4, sound(700, 2)];
  expect(withoutFirst(sounds, 0)).toEqual(sounds);
  expect(withoutFirst(sounds, 2)).toEqual([sound(500, 1), 4, sound(700, 2)]);
  expect(withoutFirst(sounds, 5)).toEqual([2, sound(700, 2)]);
  expect(withoutFirst(sounds, 99)).toEqual([]);
});
