import { EventSource, type ErrorEvent } from 'eventsource';
import { afterEach, describe, expect, test } from 'vitest';
import { liveMeeting } from '../../../../dev/world/service/live-meeting.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';
import { until } from '../../../../dev/world/until.ts';
import { createClient } from '../../../../clients/sdk-typescript/client.ts';
import { revokeApiKey } from '../../../core/api-key/revoke-api-key.ts';
import { noteCaptureDone } from '../../../core/transcript/capture.ts';
import { finishTranscript } from '../../../core/transcript/finish-transcript.ts';
import { eraseArtifact } from '../../../core/artifact/erase-artifact.ts';
import { keepConsent } from '../../../store/participant/consent.ts';
import { notify } from '../../../store/notify.ts';

const world = await serverWorld();
const { ctx } = world;
const ENGINE = { name: 'scripted', model: 'none', quality: 'standard' as const };

type Got = { id: string; type: string; data: Record<string, unknown> };
const open: EventSource[] = [];
afterEach(() => open.splice(0).forEach((source) => source.close()));

const running = (tenant?: string) => liveMeeting(world, tenant);

async function held() {
  const meeting = await running();
  await meeting.begin();
  await meeting.track();
  return meeting;
}

async function listen(
  { key, meetingRef }: { key: string; meetingRef: string },
  { query = '', lastEventId = '' } = {},
) {
  const [got, errors]: [Got[], ErrorEvent[]] = [[], []];
  const url = `${world.url}/v1/meetings/${meetingRef}/transcript/live${query}`;
  const source = new EventSource(url, {
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        headers: {
          ...init.headers,
          authorization: `Bearer ${key}`,
          ...(lastEventId && { 'last-event-id': lastEventId }),
        },
      }),
  });
  open.push(source);
  for (const type of ['segment', 'gap', 'interim', 'consent', 'end', 'resync'])
    source.addEventListener(type, (event) =>
      got.push({ id: event.lastEventId, type, data: JSON.parse(event.data) }),
    );
  source.addEventListener('error', (event) => errors.push(event));
  await until(
    'the stream is open or refused',
    10_000,
    () => source.readyState === source.OPEN || errors.length > 0,
  );
  const count = (wanted: number) =>
    until(`${wanted} events`, 10_000, () => (got.length >= wanted ? true : undefined));
  return { source, got, errors, count };
}
const textsOf = (got: readonly Got[]) => got.map(({ type, data }) => data['text'] ?? type);

// Promise: 142, 143
describe('200', () => {
  test('each segment comes once its words are final, with who spoke and when', async () => {
    const meeting = await held();
    const { got, count } = await listen(meeting);
    await meeting.say(1, 'Hello.');
    await count(1);
    await meeting.say(3, null);
    await count(2);
    expect(got.map(({ id, type }) => [id, type])).toEqual([
      ['1', 'segment'],
      ['2', 'gap'],
    ]);
    expect(got[0]?.data).toEqual({
      utteranceRef: expect.any(String),
      participantRef: meeting.participantRef,
      speakerRef: 's1',
      displayName: 'Ana',
      startMs: 1_300,
      endMs: 1_700,
      text: 'Hello.',
      languageCode: 'en',
    });
    expect(got[1]?.data).toMatchObject({ startMs: 3_300, reason: 'not_decoded' });
  });

  // Promise: I16
  test('I16: over any reconnects each comes exactly once, in one order', async () => {
    const meeting = await held();
    const said = Array.from({ length: 30 }, (_, second) => `Word ${second}.`);
    const talking = Promise.all(said.map((text, second) => meeting.say(second * 2, text)));
    const seen: Got[] = [];
    while (seen.length < said.length) {
      const { source, got, count } = await listen(meeting, { lastEventId: seen.at(-1)?.id ?? '' });
      await count(Math.min(7, said.length - seen.length));
      source.close();
      seen.push(...got);
    }
    await talking;
    expect(new Set(textsOf(seen))).toEqual(new Set(said));
    expect(seen).toHaveLength(said.length);
    const ids = seen.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  test('with consent: the answer of each person comes first, then every change, without an id', async () => {
    const meeting = await held();
    const { meetingRef, participantRef } = meeting;
    await ctx.db
      .updateTable('meeting')
      .set({ options: JSON.stringify({ transcription: 'consent' }) })
      .where('meeting_ref', '=', meetingRef)
      .execute();
    const answer = async (consent: 'given' | 'declined', afterMs: number) => {
      const at = new Date(ctx.clock.now().getTime() + afterMs);
      await ctx.db
        .transaction()
        .execute((tx) => keepConsent(tx, participantRef, { consent, at, wording: 'x' }));
      await notify(ctx.db, { topic: 'meeting', ref: meetingRef });
    };
    await answer('given', -60_000);
    await meeting.say(1, 'Hello.');
    const { got, count } = await listen(meeting);
    await count(2);
    await answer('declined', 60_000);
    await count(3);
    await meeting.say(3, 'Still here.');
    await count(4);
    expect(got.map(({ type, data }) => [type, data['consent']])).toEqual([
      ['consent', 'given'],
      ['segment', undefined],
      ['consent', 'declined'],
      ['segment', undefined],
    ]);
    expect(got[0]?.data).toEqual({ participantRef, consent: 'given', startMs: 0 });
    expect(Number(got[2]?.data['startMs'])).toBeGreaterThan(59_000);
    expect(got.map(({ id }) => id)).toEqual(['0', '1', '1', '2']);
  });

  test('interim words come only on request, and never after the final ones', async () => {
    const meeting = await held();
    const [plain, eager] = [
      await listen(meeting),
      await listen(meeting, { query: '?interim=true' }),
    ];
    const { meetingRef, participantRef } = meeting;
    const interim = { meetingRef, utteranceRef: 'x', participantRef, text: 'Hel' };
    await notify(ctx.db, { topic: 'interim', ref: JSON.stringify(interim) });
    await eager.count(1);
    expect(eager.got[0]).toMatchObject({
      type: 'interim',
      data: { text: 'Hel', speakerRef: 's1' },
    });
    await meeting.say(1, 'Hello.');
    await Promise.all([plain.count(1), eager.count(2)]);
    expect(textsOf(plain.got)).toEqual(['Hello.']);
  });

  test('it ends with the meeting, after the last words; the SDK then returns', async () => {
    const meeting = await held();
    const { key, meetingRef } = meeting;
    const client = createClient({ baseUrl: world.url, apiKey: key });
    const read: string[] = [];
    const reading = (async () => {
      for await (const words of client.transcripts.live(meetingRef))
        if (words.kind === 'segment') read.push(words.text);
    })();
    await meeting.say(1, 'Hello.');
    await until('the first words', 10_000, () => read.length > 0);
    await world.call('POST', `/v1/meetings/${meetingRef}/end`, { key });
    await meeting.say(3, 'Bye.');
    await ctx.db
      .updateTable('meeting')
      .set({ state: 'ended', ended_at: ctx.clock.now() })
      .where('meeting_ref', '=', meetingRef)
      .execute();
    await noteCaptureDone(ctx, meetingRef, ENGINE);
    await finishTranscript(ctx, { meetingRef });
    await reading;
    expect(read).toEqual(['Hello.', 'Bye.']);
  });

  test('Prefer: wait waits for a meeting that has not begun', async () => {
    const meeting = await running();
    const reply = fetch(`${world.url}/v1/meetings/${meeting.meetingRef}/transcript/live`, {
      headers: { authorization: `Bearer ${meeting.key}`, prefer: 'wait=20' },
    });
    await meeting.begin();
    const { status, headers, body } = await reply;
    await body?.cancel();
    expect([status, headers.get('preference-applied')]).toEqual([200, 'wait=20']);
  });
});

// Promise: 145
describe('the service ends it', () => {
  test('when the key is revoked', async () => {
    const meeting = await held();
    const { got, count } = await listen(meeting);
    await revokeApiKey(ctx, String(meeting.key.split('_')[2]));
    await count(1);
    expect(got[0]).toMatchObject({ type: 'end', data: { reason: 'key_not_valid' } });
  });

  test('when the transcript is erased', async () => {
    const meeting = await held();
    await meeting.say(1, 'Hello.');
    const { meetingRef, tenant } = meeting;
    await ctx.db
      .updateTable('meeting')
      .set({ state: 'ended', ended_at: ctx.clock.now() })
      .where('meeting_ref', '=', meetingRef)
      .execute();
    const { got, count } = await listen(meeting);
    await count(1);
    const actor = { kind: 'api_key', keyId: 'k', tenant, scopes: [] } as const;
    await eraseArtifact(ctx, { actor, meetingRef, kind: 'transcript' });
    await count(2);
    expect(got[1]).toMatchObject({ type: 'end', data: { reason: 'content_expired' } });
  });
});

// Promise: 141
describe('refused', () => {
  test('409 before the meeting is in progress', async () => {
    const { key, meetingRef } = await running();
    const reply = await world.call('GET', `/v1/meetings/${meetingRef}/transcript/live`, { key });
    expect([reply.status, reply.json['code']]).toEqual([409, 'invalid_state']);
  });

  // Promise: too_many_streams
  test('429 for the twenty-first stream of a meeting', async () => {
    const meeting = await held();
    await Promise.all(Array.from({ length: 20 }, () => listen(meeting)));
    const path = `/v1/meetings/${meeting.meetingRef}/transcript/live`;
    const reply = await world.call('GET', path, { key: meeting.key });
    expect([reply.status, reply.json['code']]).toEqual([429, 'too_many_streams']);
    expect(reply.headers.get('retry-after')).toBe('5');
  });

  test('400 for an interim that is neither true nor false', async () => {
    const { key, meetingRef } = await held();
    const path = `/v1/meetings/${meetingRef}/transcript/live?interim=yes`;
    expect((await world.call('GET', path, { key })).status).toBe(400);
  });
});
