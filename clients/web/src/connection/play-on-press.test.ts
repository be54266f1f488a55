import { EventEmitter } from 'node:events';
import { type Room, RoomEvent } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playOnPress } from './play-on-press.ts';

let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

/** A room whose pictures are blocked, and which counts attempts to play them; the browser allows `allowed` of them. */
function blocked(allowed: (attempt: number) => boolean) {
  const over = new AbortController();
  const room = Object.assign(new EventEmitter(), {
    canPlaybackVideo: true,
    attempts: 0,
    startVideo: async () => {
      room.attempts += 1;
      room.canPlaybackVideo = allowed(room.attempts);
    },
  });
  playOnPress(room as unknown as Room, over.signal);
  room.canPlaybackVideo = false;
  room.emit(RoomEvent.VideoPlaybackStatusChanged, false);
  const press = async () => {
    page.dispatchEvent(new Event('click'));
    await Promise.resolve();
    await Promise.resolve();
  };
  return { room, press, over };
}

test('blocked pictures play with the first press that the browser counts, and are left alone then', async () => {
  const { room, press } = blocked((attempt) => attempt > 1);
  for (let count = 0; count < 4; count += 1) await press();
  expect([room.attempts, room.canPlaybackVideo]).toEqual([2, true]);
});

test('a press after the meeting plays nothing', async () => {
  const { room, press, over } = blocked(() => true);
  over.abort();
  await press();
  expect(room.attempts).toBe(0);
});
