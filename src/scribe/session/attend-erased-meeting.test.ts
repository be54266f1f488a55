// A scribe with a played room and a played recognizer, whose transcript is erased while it still drains the spool.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import { eraseArtifact } from '../../core/artifact/erase-artifact.ts';
import { endMeeting } from '../../core/meeting/end-meeting.ts';
import { comeIn } from '../../../dev/world/service/come-in.ts';
import { noteConnected } from '../../core/participant/note-connected.ts';
import type { ListenerPort, ScannedWindows } from '../../core/ports.ts';
import { attendMeeting } from './attend-meeting.ts';

const { db } = await testDatabase();
const root = await mkdtemp(join(tmpdir(), 'parley-spool-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const WINDOW = 512;
const { promise: scanned, resolve: letScan } = Promise.withResolvers<void>();

/** Tracks whose speaker is expected to end. */
const expected = new Set<string>();

/** Hears speech in everything, once it may. */
const recognizer = playedRecognizer({
  scan: async ({ fromSample, toSample }): Promise<ScannedWindows> => {
    await scanned;
    const count = Math.floor((toSample - fromSample) / WINDOW);
    return { speech: new Uint8Array(count).fill(1), level: new Float32Array(count).fill(0.1) };
  },
  transcribe: async () => ({ text: 'Hello.', languageCode: 'en' }),
  expectEnd: (trackRef, inMs) =>
    void (inMs === null ? expected.delete(trackRef) : expected.add(trackRef)),
});

/** A room in which one person says something for two seconds; `leave` ends it. */
function playedRoom(identity: string) {
  const { promise: over, resolve: leave } = Promise.withResolvers<number>();
  const listener: ListenerPort = {
    prepare: () => {},
    join: async (_, onTrack) => {
      const sink = onTrack({
        identity,
        mediaTrackSid: 'TR_1',
        wasThere: false,
        isMuted: () => false,
      });
      for (let i = 0; i < 40; i++) sink?.write(new Int16Array(800).fill(1_000));
      return { over, review: () => {}, leave: async () => sink?.end() };
    },
  };
  return { listener, leave: () => leave(Date.now()) };
}

// Promise: E10
test('a transcript erased while a scribe drains its meeting ends the scribe quietly, and stays erased', async () => {
  const scene = coreScene(db);
  const complaints: string[] = [];
  const complain = (message: string): void => void complaints.push(message);
  scene.ctx.log = { ...scene.ctx.log, warn: complain, error: complain };
  const link = await scene.newMeeting();
  const { meetingRef } = link;
  const guest = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
  await noteConnected(scene.ctx, guest);
  const room = playedRoom(guest.participantRef);
  const attend = attendMeeting({
    recognizer,
    listener: room.listener,
    spoolRoot: root,
    onDisk: () => {},
  });
  const attended = attend(scene.ctx, { ref: meetingRef }, new AbortController().signal);
  const tracks = () =>
    db.selectFrom('track').selectAll().where('meeting_ref', '=', meetingRef).execute();
  await until('the track is there', 5_000, async () => (await tracks()).length === 1);
  await endMeeting(scene.ctx, { actor: scene.actor, meetingRef, call: null });
  room.leave();
  await until('the meeting is over', 10_000, async () => {
    await scene.work();
    return (await scene.meeting(meetingRef)).state === 'ended';
  });
  await eraseArtifact(scene.ctx, { actor: scene.actor, meetingRef, kind: 'transcript' });
  letScan();
  await attended;
  expect(complaints).toEqual([]);
  expect([...expected], 'the recognizer keeps nothing of it').toEqual([]);
  expect([await tracks(), await db.selectFrom('utterance').selectAll().execute()]).toEqual([
    [],
    [],
  ]);
});
