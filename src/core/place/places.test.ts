import { expect, test } from 'vitest';
import { comeIn } from '../../../dev/world/service/core-scene.ts';
import { hostedMeeting } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { newRef } from '../ids.ts';
import { createMediaToken } from '../media-token/create-media-token.ts';
import { newMediaWatch } from '../presence/media-watch.ts';
import { noteMediaEvent } from '../presence/note-media-event.ts';
import { reconcileMeetings } from '../presence/reconcile-meetings.ts';
import { leaveMeeting } from '../participant/leave-meeting.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { renewAdmission } from '../participant/renew-admission.ts';

const { db } = await testDatabase();
const full = { code: 'meeting_full' };

async function smallMeeting(maxParticipants: number) {
  const scene = await hostedMeeting(db, { maxParticipants });
  const { ctx, media, meetingRef, request, world } = scene;
  const hear = async () => {
    for (const event of media.undelivered.splice(0)) await noteMediaEvent(ctx, event);
  };
  return {
    ...scene,
    guest: (displayName: string) => comeIn(ctx, { ...scene.guests, displayName }),
    host: (displayName: string) => comeIn(ctx, { ...scene.hostLink, displayName }),
    hostProgram: () => {
      const call = { tenant: 'acme', method: 'POST', path: '/media-tokens', key: newRef('k') };
      const body = { displayName: 'Agent', role: 'host' as const };
      return createMediaToken(ctx, { ...request, body, call });
    },
    /** Through a real connection; those who may not be there are removed at once. */
    connect: async ({ participantRef }: { participantRef: string }) => {
      media.connect(meetingRef, participantRef);
      await hear();
      await world.work();
      await hear();
    },
    inside: async () => (await media.listParticipants(meetingRef)).map(({ identity }) => identity),
  };
}

test.each(['nothing', 'that they are connected'])(
  'guests who do not connect, and say %s, keep no host out: by a link, by a program, on the way back',
  async (says) => {
    const { ctx, guest, host, hostProgram, connect } = await smallMeeting(4);
    const away = await host('Away');
    await connect(away);
    await leaveMeeting(ctx, away);
    for (const name of ['Ana', 'Ben', 'Cleo', 'Dan']) {
      const one = await guest(name);
      if (says !== 'nothing') await noteConnected(ctx, one);
    }
    await expect(guest('Eve')).rejects.toMatchObject(full);
    await host('Host');
    await hostProgram();
    await renewAdmission(ctx, away);
  },
);

test('people inside keep out hosts too, and so do hosts on their way', async () => {
  const { guest, host, connect } = await smallMeeting(2);
  await connect(await guest('Ana'));
  await host('Host');
  await expect(host('Other host')).rejects.toMatchObject(full);
  await expect(guest('Ben')).rejects.toMatchObject(full);
});

test('a guest whose place a host took is removed, and may join again when someone has left', async () => {
  const { ctx, world, guest, host, connect, inside, stateOf } = await smallMeeting(2);
  const [ana, ben] = [await guest('Ana'), await guest('Ben')];
  await connect(ana);
  const boss = await host('Host');
  await noteConnected(ctx, ben);
  await connect(ben);
  expect(await inside()).toEqual([ana.participantRef]);
  await connect(boss);
  expect(await inside()).toEqual([ana.participantRef, boss.participantRef]);
  expect(await stateOf(ben.participantRef)).toBe('left: removed');
  await expect(renewAdmission(ctx, ben)).rejects.toMatchObject(full);
  world.clock.advance(1);
  await leaveMeeting(ctx, ana);
  world.clock.advance(1);
  await renewAdmission(ctx, ben);
  await connect(ben);
  expect(await inside()).toContain(ben.participantRef);
});

test('a place is held for a minute before the meeting too; an older token gets one only if it is left', async () => {
  const { ctx, world, guest, connect, inside } = await smallMeeting(1);
  const slow = await guest('Slow');
  await expect(guest('Ana')).rejects.toMatchObject(full);
  world.clock.advance(60);
  const ana = await guest('Ana');
  await connect(ana);
  await connect(slow);
  await reconcileMeetings(ctx, newMediaWatch());
  expect(await inside()).toEqual([ana.participantRef]);
});

test('a person inside keeps their place, also with a new connection', async () => {
  const { ctx, guest, connect, inside, world } = await smallMeeting(2);
  const people = [await guest('Ana'), await guest('Ben')];
  for (const person of people) await connect(person);
  world.clock.advance(600);
  for (const person of people) await connect(person);
  await reconcileMeetings(ctx, newMediaWatch());
  await world.work();
  expect((await inside()).length).toBe(2);
});
