import { describe, expect, test } from 'vitest';
import type { MeetingState } from '../../../../contract/generated/api.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();

const CONTENT = {
  languageCode: 'en',
  durationMs: 3_720_000,
  engine: { name: 'moonshine', model: 'moonshine-tiny-en', quality: 'standard' },
  speakers: [
    { speakerRef: 's1', displayName: 'Ana <b>' },
    { speakerRef: 's2', displayName: 'Ben\n\n00:00:00.000 --> 00:00:09.000' },
  ],
  segments: [
    {
      segmentRef: 'sg_1',
      speakerRef: 's1',
      startMs: 1240,
      endMs: 4980,
      text: "Let's --> start & go.",
      languageCode: 'en',
    },
    {
      segmentRef: 'sg_2',
      speakerRef: 's2',
      startMs: 3_601_002,
      endMs: 3_602_000,
      text: 'Yes.',
      languageCode: 'en',
    },
    {
      segmentRef: 'sg_3',
      speakerRef: null,
      startMs: 3_602_500,
      endMs: 3_603_000,
      text: 'Who?',
      languageCode: null,
    },
  ],
};

async function meeting(state: MeetingState = 'created'): Promise<string> {
  const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'Spoken' } });
  const ref = String(json.meetingRef);
  await world.ctx.db
    .updateTable('meeting')
    .set({ state, state_changed_at: world.clock.now() })
    .where('meeting_ref', '=', ref)
    .execute();
  return ref;
}

async function finish(
  ref: string,
  kind: 'transcript' | 'summary',
  content: object | null,
  reason: string | null = null,
): Promise<void> {
  await world.ctx.db
    .updateTable('artifact')
    .set({
      status: 'available',
      result: content ? 'complete' : 'empty',
      reason,
      available_at: world.clock.now(),
      content: content === null ? null : JSON.stringify(content),
      version: 3,
    })
    .where('meeting_ref', '=', ref)
    .where('kind', '=', kind)
    .execute();
}

const transcript = (ref: string, accept?: string, headers = {}) =>
  world.call('GET', `/v1/meetings/${ref}/transcript`, {
    headers: { ...(accept && { accept }), ...headers },
  });

describe('304', () => {
  // Promise: 27
  test('an available transcript is not sent twice', async () => {
    const ref = await meeting('ended');
    await finish(ref, 'transcript', CONTENT);
    expect((await transcript(ref, 'text/vtt', { 'if-none-match': '"3-vtt"' })).status).toBe(304);
    expect((await transcript(ref, 'text/vtt', { 'if-none-match': '"3-json"' })).status).toBe(200);
  });
});

describe('404', () => {
  test.each(['transcript', 'summary'])('the %s of a foreign meeting is not found', async (kind) => {
    const reply = await world.call('GET', `/v1/meetings/${await meeting()}/${kind}`, {
      key: await world.key({ tenant: 'other' }),
    });
    expect([reply.status, reply.json.code]).toEqual([404, 'meeting_not_found']);
  });
});

describe('406 and 409', () => {
  // Promise: 25
  test('an unknown format is not acceptable', async () => {
    expect((await transcript(await meeting(), 'application/pdf')).json).toMatchObject({
      code: 'not_acceptable',
      detail: 'Accept one of: application/json, text/vtt, text/plain, application/x-subrip.',
    });
  });

  // Promise: 25, transcript_not_ready
  test('only JSON can say that there is nothing yet', async () => {
    const reply = await transcript(await meeting('ending'), 'text/vtt');
    expect([reply.status, reply.json.code, reply.headers.get('retry-after')]).toEqual([
      409,
      'transcript_not_ready',
      '5',
    ]);
  });
});
