import { describe, expect, test } from 'vitest';
import type { MeetingState } from '../../../../contract/generated/api.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();

const CONTENT = {
  languageCode: 'en',
  durationMs: 3_720_000,
  engine: { name: 'moonshine', model: 'moonshine-base-en', quality: 'standard' },
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

describe('200', () => {
  // Promise: 21
  test.each<MeetingState>(['created', 'in_progress', 'ending', 'ended', 'cancelled', 'failed'])(
    'transcript and summary answer in every state of the meeting, here %s',
    async (state) => {
      const ref = await meeting(state);
      for (const kind of ['transcript', 'summary']) {
        const reply = await world.call('GET', `/v1/meetings/${ref}/${kind}`);
        expect([reply.status, reply.json.status, reply.headers.get('vary')]).toEqual([
          200,
          'pending',
          'Accept, Prefer',
        ]);
      }
    },
  );

  // Promise: 20, A0
  test('a transcript that is not available has every member, empty', async () => {
    const ref = await meeting();
    const reply = await transcript(ref);
    expect(reply.status).toBe(200);
    expect(reply.text).toBe(
      `{"meetingRef":"${ref}","status":"pending","result":null,"reason":null,"availableAt":null,` +
        '"languageCode":null,"durationMs":null,"engine":null,"speakers":[],"segments":[],"gaps":[]}',
    );
    expect([reply.headers.get('etag'), reply.headers.get('retry-after')]).toEqual([
      '"1-json"',
      '60',
    ]);
  });

  // Promise: 20
  test('a summary that is not available has every member, empty', async () => {
    const ref = await meeting();
    const reply = await world.call('GET', `/v1/meetings/${ref}/summary`);
    expect(reply.text).toBe(
      `{"meetingRef":"${ref}","status":"pending","result":null,"reason":null,"availableAt":null,` +
        '"languageCode":null,"overview":null,"keyPoints":[],"decisions":[],"actionItems":[],' +
        '"topics":[],"generator":null}',
    );
  });

  // Promise: 22
  test('a meeting that was never held has an empty transcript and summary', async () => {
    const ref = await meeting('cancelled');
    await finish(ref, 'transcript', null, 'never_held');
    await finish(ref, 'summary', null, 'never_held');
    const reply = await transcript(ref);
    expect(reply.json).toMatchObject({
      status: 'available',
      result: 'empty',
      reason: 'never_held',
      durationMs: 0,
      segments: [],
    });
    expect(reply.headers.get('retry-after')).toBeNull();
    expect((await world.call('GET', `/v1/meetings/${ref}/summary`)).json).toMatchObject({
      status: 'available',
      reason: 'never_held',
      overview: null,
    });
  });

  // Promise: 23
  test('an available transcript contains what was said', async () => {
    const ref = await meeting('ended');
    await finish(ref, 'transcript', CONTENT);
    const reply = await transcript(ref);
    expect(reply.json).toEqual({
      meetingRef: ref,
      status: 'available',
      result: 'complete',
      reason: null,
      availableAt: world.clock.now().toISOString(),
      ...CONTENT,
      gaps: [],
    });
    expect(reply.headers.get('etag')).toBe('"3-json"');
  });

  // Promise: 45
  test.each<[MeetingState, number, string]>([
    ['in_progress', 0, '30'],
    ['ending', 0, '5'],
    ['ended', 0, '5'],
    ['ended', 60, '15'],
    ['ended', 600, '60'],
  ])(
    'a reader of a meeting that has been %s for %i s is asked to retry in %s s',
    async (state, seconds, wait) => {
      const ref = await meeting(state);
      world.clock.advance(seconds);
      expect((await transcript(ref)).headers.get('retry-after')).toBe(wait);
    },
  );

  // Promise: 25, E7
  test.each([
    ['text/vtt', 'vtt', 'WEBVTT\n\n00:00:01.240 --> 00:00:04.980\n<v Ana &lt;b&gt;>'],
    [
      'application/x-subrip',
      'srt',
      "1\n00:00:01,240 --> 00:00:04,980\nAna &lt;b&gt;: Let's --&gt; start &amp; go.\n\n2\n",
    ],
    [
      'text/plain',
      'text',
      "Ana <b>: Let's --> start & go.\nBen 00:00:00.000 --> 00:00:09.000: Yes.\nWho?\n",
    ],
  ])('an available transcript as %s', async (accept, name, beginning) => {
    const ref = await meeting('ended');
    await finish(ref, 'transcript', CONTENT);
    const reply = await transcript(ref, accept);
    expect(reply.headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
    expect(reply.headers.get('etag')).toBe(`"3-${name}"`);
    expect(reply.text.startsWith(beginning)).toBe(true);
  });

  // Promise: 25
  test('the format that the client prefers is chosen', async () => {
    const ref = await meeting('ended');
    await finish(ref, 'transcript', CONTENT);
    const reply = await transcript(ref, 'application/json;q=0.5, text/vtt;q=0.9, */*;q=0.1');
    expect(reply.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
  });
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
