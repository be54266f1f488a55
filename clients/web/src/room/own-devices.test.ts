import { expect, test } from 'vitest';
import type { MediaRoom } from './media-room.ts';
import { OwnDevices } from './own-devices.ts';
import type { Preview } from './preview.ts';
import type { VisitEvent } from './visit-state.ts';

/** What becomes of a camera that the lobby opened, when the room takes it like this. */
async function goOn(publish: MediaRoom['publish'] | null) {
  const told: VisitEvent['kind'][] = [];
  const track = { stopped: false, stop: () => (track.stopped = true) };
  const room = publish && ({ publish } as Partial<MediaRoom> as MediaRoom);
  const preview = { take: async () => track as unknown as MediaStreamTrack } as Partial<Preview> as Preview;
  await new OwnDevices(
    () => room,
    preview,
    ({ kind }) => told.push(kind),
  ).goOnWith('camera');
  return { told, stopped: track.stopped };
}

test('a camera from the lobby goes on in the room', async () => {
  expect(await goOn(async () => {})).toEqual({ told: [], stopped: false });
});

test('a camera from the lobby is off when there is no room any more, and when the room does not take it, which is said', async () => {
  expect(await goOn(null)).toEqual({ told: [], stopped: true });
  expect(await goOn(() => Promise.reject(new Error('not published')))).toEqual({ told: ['device_trouble'], stopped: true });
});
