import { WebhookEvent } from 'livekit-server-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinRoom } from '../../../dev/world/media/join-room.ts';
import { listeningScene, type ListeningScene } from '../../../dev/world/media/listening-scene.ts';
import type { InRoom } from '../../core/ports.ts';
import { toMediaEvent } from './media-event.ts';

const GUEST: InRoom = {
  role: 'guest',
  consent: 'not_asked',
  sends: ['camera', 'microphone', 'screen'],
  sendsMessages: true,
  handRaisedAt: null,
  subscribes: true,
};
const PEOPLE: readonly [string, InRoom][] = [
  ['a guest', GUEST],
  ['a host', { ...GUEST, role: 'host', consent: 'given' }],
  ['who sends nothing', { ...GUEST, sends: [], consent: 'declined' }],
  ['who only shares a screen, without chat', { ...GUEST, sends: ['screen'], sendsMessages: false }],
  ['who hears nobody', { ...GUEST, sends: ['microphone'], subscribes: false }],
  ['whose hand is up', { ...GUEST, handRaisedAt: new Date('2026-11-25T10:00:00.123Z') }],
];

let scene: ListeningScene;
beforeAll(async () => {
  scene = await listeningScene();
});
afterAll(() => scene.close());

test.each(PEOPLE)(
  '%s: token and update give the media server the same permissions',
  async (_, person) => {
    const { media, server } = scene;
    const [meetingRef, identity] = ['mtg_in_room', 'pt_ana'];
    await media.openRoom(meetingRef, 60);
    const about = { meetingRef, identity, displayName: 'Ana', ttlSeconds: 60 };
    const room = await joinRoom(server.url, await media.mintToken({ ...about, ...person }));
    const current = async () => {
      const found = (await media.listParticipants(meetingRef))[0]?.current;
      return found && { ...found, sends: found.sends.toSorted() };
    };
    await expect.poll(current).toEqual(person);
    const other = PEOPLE.find(([, one]) => one !== person)?.[1] ?? GUEST;
    for (const next of [other, person]) {
      await media.updateParticipant(meetingRef, identity, next);
      await expect.poll(current).toEqual(next);
    }
    await room.disconnect();
    await expect.poll(() => media.listParticipants(meetingRef)).toEqual([]);
  },
);

const [LEFT, CONNECTION_TIMEOUT] = [1, 14];
const leftFor = (disconnectReason: number) =>
  toMediaEvent(
    WebhookEvent.fromJson({
      id: 'EV_1',
      event: 'participant_left',
      createdAt: '1795597589',
      participant: { identity: 'pt_ana', disconnectReason },
    }),
  );

test('who left was present until then; who was lost, until the server began to wait for them', () => {
  const left = leftFor(LEFT);
  expect([left.reason, left.at.getTime() - left.lastSeenAt.getTime()]).toEqual(['left', 0]);
  const lost = leftFor(CONNECTION_TIMEOUT);
  expect([lost.reason, lost.at.getTime() - lost.lastSeenAt.getTime()]).toEqual([
    'connection_lost',
    20_500,
  ]);
});

test('events of the same second are ordered, so that nobody leaves before they join', () => {
  expect(leftFor(LEFT).at).toEqual(new Date('2026-11-25T09:06:29.999Z'));
});
