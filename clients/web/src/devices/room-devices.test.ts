import { type Room, Track } from 'livekit-client';
import { expect, test, vi } from 'vitest';
import { RoomDevices } from './room-devices.ts';

/** A room in which the microphone is published with this state of its track, or not at all. */
function devicesIn(published: { readyState: 'live' | 'ended'; muted: boolean } | null) {
  const calls: string[] = [];
  const track = {
    mediaStreamTrack: published,
    restartTrack: async () => void calls.push('restart'),
  };
  const localParticipant = {
    getTrackPublication: (source: Track.Source) =>
      published !== null && source === Track.Source.Microphone ? { track } : undefined,
    publishTrack: async () => void calls.push('publish'),
    setMicrophoneEnabled: async (on: boolean) => void calls.push(`microphone ${on}`),
  };
  const over = new AbortController();
  const devices = new RoomDevices({ localParticipant } as unknown as Room, over.signal, () =>
    calls.push('changed'),
  );
  return { devices, calls, over };
}

function fromLobby() {
  return { stop: vi.fn(), getSettings: () => ({}) };
}

test('the microphone of the lobby is stopped when the room has its own one or is closed', async () => {
  const live = devicesIn({ readyState: 'live', muted: false });
  const closed = devicesIn(null);
  closed.over.abort();
  for (const { devices, calls } of [live, closed]) {
    const media = fromLobby();
    await devices.publish('microphone', media as unknown as MediaStreamTrack);
    expect(media.stop).toHaveBeenCalled();
    expect(calls).toEqual([]);
  }
});

test.each([
  [{ readyState: 'ended', muted: false }, ['restart', 'microphone true', 'changed']],
  [{ readyState: 'live', muted: true }, ['restart', 'microphone true', 'changed']],
  [{ readyState: 'live', muted: false }, ['microphone true', 'changed']],
] as const)('a microphone of which a phone left %j is turned on by %j', async (left, expected) => {
  const { devices, calls } = devicesIn(left);
  await devices.turn('microphone', true);
  expect(calls).toEqual(expected);
});

test('a dead microphone is not reopened to turn it off', async () => {
  const { devices, calls } = devicesIn({ readyState: 'ended', muted: false });
  await devices.turn('microphone', false);
  expect(calls).toEqual(['microphone false', 'changed']);
});
