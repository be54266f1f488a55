// A scribe with a played room that breaks, and whose media server refuses it for a while.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import { endMeeting } from '../../core/meeting/end-meeting.ts';
import { comeIn } from '../../../dev/world/service/come-in.ts';
import { noteConnected } from '../../core/participant/note-connected.ts';
import type { ListenerPort } from '../../core/ports.ts';
import { attendMeeting } from './attend-meeting.ts';

const { db } = await testDatabase();
const root = await mkdtemp(join(tmpdir(), 'parley-broken-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const recognizer = playedRecognizer();

/**
 * The first stay breaks once something was said; then the media server refuses twice, and the next
 * stay is over when told.
 */
function playedRoom(identity: string) {
  const { promise: over, resolve: close } = Promise.withResolvers<number>();
  let joins = 0;
  const listener: ListenerPort = {
    prepare: () => {},
    join: async (_, onTrack) => {
      joins += 1;
      if (joins === 2 || joins === 3) throw new Error('refused');
      if (joins > 3) return { over, review: () => {}, leave: async () => {} };
      const sink = onTrack({
        identity,
        mediaTrackSid: 'TR_1',
        wasThere: false,
        isMuted: () => false,
      });
      sink?.write(new Int16Array(800).fill(1_000));
      const said = until('it was heard', 5_000, async () => (await tracks()).length > 0);
      return {
        over: said.then(() => {
          sink?.write(new Int16Array(800).fill(1_000));
          sink?.end();
          return Date.now();
        }),
        review: () => {},
        leave: async () => sink?.end(),
      };
    },
  };
  return { listener, joins: () => joins, close: () => close(Date.now()) };
}

const tracks = () => db.selectFrom('track').selectAll().execute();

test('a break that takes several tries to fix is reported lost from its beginning', async () => {
  const scene = coreScene(db);
  const link = await scene.newMeeting();
  const guest = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
  await noteConnected(scene.ctx, guest);
  const room = playedRoom(guest.participantRef);
  const attend = attendMeeting({
    recognizer,
    listener: room.listener,
    spoolRoot: root,
    onDisk: () => {},
  });
  const attended = attend(scene.ctx, { ref: link.meetingRef }, new AbortController().signal);
  await until('the scribe is back', 10_000, () => room.joins() > 3);
  await endMeeting(scene.ctx, { actor: scene.actor, meetingRef: link.meetingRef, call: null });
  room.close();
  await attended;
  const rows = await db.selectFrom('utterance').select('state').execute();
  expect(rows).toEqual([{ state: 'lost' }]);
});
