import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { heardMeeting } from '../../../dev/world/speech/heard-meeting.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import { until } from '../../../dev/world/until.ts';
import { giveUpArtifact } from '../../core/artifact/give-up-artifact.ts';
import { endMeeting } from '../../core/meeting/end-meeting.ts';
import { attendMeeting } from './attend-meeting.ts';

const { db } = await testDatabase();
const root = await mkdtemp(join(tmpdir(), 'parley-refused-'));
afterAll(() => rm(root, { recursive: true }));

test('a scribe that cannot store the end of the recording stops trying once the transcript is final', async () => {
  const { ctx, actor, clock, meetingRef, work } = await heardMeeting(db, root);
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = 'XX001'; end $$`.execute(db);
  await sql`create trigger refuses before update on capture for each row
    when (new.state = 'flushed') execute function refuse()`.execute(db);
  await endMeeting(ctx, { actor, meetingRef, call: null });
  const warn = vi.fn();
  const attend = attendMeeting({
    recognizer: playedRecognizer(),
    listener: { prepare: () => {}, join: () => Promise.reject(new Error('the room is over')) },
    spoolRoot: root,
    onDisk: () => {},
  });
  const watched = { ...ctx, log: { ...ctx.log, warn } };
  const stopping = new AbortController();
  const ended = vi.fn();
  const attended = attend(watched, { ref: meetingRef }, stopping.signal).then(ended, ended);
  await until('it tried', 15_000, () => warn.mock.calls.length > 0);
  clock.advance(ctx.settings.endingSeconds);
  await work();
  const givenUp = {
    kind: 'transcript',
    reason: 'deadline_exceeded',
    isLastAttempt: false,
  } as const;
  await giveUpArtifact(ctx, { meetingRef, ...givenUp });
  await until('it ends', 15_000, () => ended.mock.calls.length > 0).finally(() => stopping.abort());
  await attended;
  expect(ended).toHaveBeenCalledWith(undefined);
});
