import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { MeetingState } from '../../../../contract/generated/api.ts';
import { comeIn, coreScene } from '../../../../dev/world/service/core-scene.ts';
import { scriptedScribe } from '../../../../dev/world/speech/scripted-scribe.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';
import { noteConnected } from '../../../core/participant/note-connected.ts';
import { endMeeting } from '../../../core/meeting/end-meeting.ts';
import { taskHandlers } from '../../../jobs/task-handlers.ts';
import { readSpoolState } from '../../../core/transcript/capture.ts';

const world = await serverWorld();
const handlers = { ...taskHandlers, attend_meeting: scriptedScribe };

/** A meeting in which somebody said "Hello.", over; its artifacts finished unless `stop` says where not. */
async function held(stop?: 'before the transcript' | 'before the summary') {
  const scene = coreScene(world.ctx.db);
  const link = await scene.newMeeting();
  const guest = await comeIn(scene.ctx, { ...link, displayName: 'Zebulon' });
  scene.media.connect(link.meetingRef, guest.participantRef);
  await noteConnected(scene.ctx, guest);
  const { finish_transcript: _, write_summary: __, ...early } = handlers;
  const some =
    stop === 'before the transcript'
      ? early
      : stop
        ? { ...early, finish_transcript: handlers.finish_transcript }
        : handlers;
  await scene.work(some);
  await endMeeting(scene.ctx, { actor: scene.actor, meetingRef: link.meetingRef, call: null });
  for (let round = 0; round < 4; round++) {
    await scene.work(some);
    scene.clock.advance(3);
  }
  return { scene, ref: link.meetingRef, path: `/v1/meetings/${link.meetingRef}` };
}

async function everyRow(): Promise<string[]> {
  const tables = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(world.ctx.db);
  const dumps = await Promise.all(
    tables.rows.map(({ name }) =>
      sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(world.ctx.db),
    ),
  );
  return dumps.flatMap((dump) => dump.rows.map(({ row }) => row));
}

describe('204', () => {
  // Promise: 27, E10
  test('an erased transcript is gone in every format and from every table; its summary stays', async () => {
    const { path } = await held();
    expect((await world.call('GET', `${path}/transcript`)).text).toContain('Hello.');
    expect((await world.call('DELETE', `${path}/transcript`)).status).toBe(204);
    for (const accept of ['application/json', 'text/vtt', 'text/plain', 'application/x-subrip']) {
      const reply = await world.call('GET', `${path}/transcript`, {
        headers: { accept, 'if-none-match': '*' },
      });
      expect([reply.status, reply.json.code]).toEqual([410, 'content_expired']);
    }
    expect((await world.call('GET', `${path}/summary`)).json).toMatchObject({
      status: 'available',
      overview: 'Hello.',
    });
    expect((await world.call('DELETE', `${path}/summary`)).status).toBe(204);
    expect((await world.call('GET', `${path}/summary`)).status).toBe(410);
    const rows = (await everyRow()).join('\n');
    expect(rows).not.toContain('Hello.');
    expect(rows).not.toContain('Zebulon');
    expect((await world.call('GET', path)).json.meetingState).toBe('ended');
  });

  test('erasing twice changes nothing', async () => {
    const { path } = await held();
    for (const kind of ['transcript', 'summary', 'transcript', 'summary'])
      expect((await world.call('DELETE', `${path}/${kind}`)).status).toBe(204);
  });

  // Promise: A7, E10
  test('an unfinished transcript and its summary are never finished, and the audio is not kept', async () => {
    const { scene, ref, path } = await held('before the transcript');
    expect((await world.call('GET', `${path}/transcript`)).json.status).not.toBe('available');
    expect((await world.call('DELETE', `${path}/transcript`)).status).toBe(204);
    for (let round = 0; round < 4; round++) {
      await scene.work(handlers);
      scene.clock.advance(30_000);
    }
    expect((await world.call('GET', `${path}/transcript`)).status).toBe(410);
    expect((await world.call('GET', `${path}/summary`)).json).toMatchObject({
      status: 'available',
      reason: 'transcript_unavailable',
    });
    expect(await readSpoolState(scene.ctx, ref)).toBe('done');
  });

  test('a summary that is not yet written is never written', async () => {
    const { scene, path } = await held('before the summary');
    expect((await world.call('DELETE', `${path}/summary`)).status).toBe(204);
    scene.clock.advance(30_000);
    await scene.work(handlers);
    expect((await world.call('GET', `${path}/summary`)).status).toBe(410);
    expect((await world.call('GET', `${path}/transcript`)).text).toContain('Hello.');
  });

  test('if a transcript is erased before its summary is written, the summary fails at once', async () => {
    const { scene, path } = await held('before the summary');
    expect((await world.call('DELETE', `${path}/transcript`)).status).toBe(204);
    const failed = { result: 'failed', reason: 'transcript_unavailable', overview: null };
    const summary = async () => (await world.call('GET', `${path}/summary`)).json;
    expect(await summary()).toMatchObject({ status: 'available', ...failed });
    await scene.work(handlers);
    expect(await summary()).toMatchObject(failed);
  });

  // Promise: 27, 106
  test('what is erased, and then deleted, of one meeting changes nothing of others', async () => {
    await world.call('POST', '/v1/webhooks', { body: { url: 'https://93.184.216.34/hook' } });
    const [one, other] = [await held(), await held()];
    const open = await other.scene.newMeeting();
    await world.ctx.db.updateTable('webhook_delivery').set({ status: 'failed' }).execute();
    await world.ctx.db.updateTable('guest_link').set({ display_name: 'Ben' }).execute();
    const room = { room_sid: `RM_${other.ref}`, meeting_ref: other.ref, finished_at: new Date() };
    await world.ctx.db.insertInto('finished_room').values(room).execute();
    const isOfOthers = (row: string) => row.includes(other.ref) || row.includes(open.meetingRef);
    const rowsOfOthers = async () => (await everyRow()).filter(isOfOthers).toSorted();
    const before = await rowsOfOthers();
    for (const path of [`${one.path}/transcript`, `${one.path}/summary`, one.path])
      expect((await world.call('DELETE', path)).status).toBe(204);
    expect(await rowsOfOthers()).toEqual(before);
    expect(before.join('\n')).toContain('Zebulon');
  });
});

describe('409', () => {
  test.each<MeetingState>(['created', 'in_progress', 'ending'])(
    'nothing is erased of a meeting that is %s',
    async (state) => {
      const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'Not over' } });
      await world.ctx.db
        .updateTable('meeting')
        .set({ state })
        .where('meeting_ref', '=', String(json.meetingRef))
        .execute();
      for (const kind of ['transcript', 'summary']) {
        const reply = await world.call('DELETE', `/v1/meetings/${json.meetingRef}/${kind}`);
        expect([reply.status, reply.json.code, reply.json.meetingState]).toEqual([
          409,
          'invalid_state',
          state,
        ]);
      }
    },
  );
});
