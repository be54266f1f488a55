import { describe, expect, test } from 'vitest';
import { MediaUnavailable, type MediaEvent } from '../../../core/ports.ts';
import { rawHttp } from '../../../../dev/world/raw-http.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const taken: { body: string; authorization: string | undefined }[] = [];
const event: MediaEvent = {
  eventId: 'EV_1',
  kind: 'room_started',
  meetingRef: 'mtg_unknown',
  roomSid: 'RM_1',
  participant: null,
  since: null,
  reason: null,
  at: new Date('2026-11-24T09:00:00Z'),
  lastSeenAt: new Date('2026-11-24T09:00:00Z'),
};
const world = await serverWorld({
  readEvent: async (body, authorization) => {
    taken.push({ body, authorization });
    return authorization === 'signed' ? event : null;
  },
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  world.call('POST', path, { key: null, body, headers });
async function guestLink(): Promise<{ meetingRef: string; ref: string; secret: string }> {
  const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'Open house' } });
  const link = await world.call('POST', `/v1/meetings/${json.meetingRef}/guest-links`);
  return {
    meetingRef: String(json.meetingRef),
    ref: String(link.json.guestLinkRef),
    secret: String(link.json.guestUrl).split('#k=')[1] ?? '',
  };
}
async function admitted() {
  const link = await guestLink();
  const wish = { secret: link.secret, displayName: '  Ana  ' };
  const { json } = await post(`/guest/links/${link.ref}/join`, wish);
  return {
    ...link,
    admission: json,
    path: `/guest/participants/${json.participantRef}`,
    proof: { participantSecret: json.participantSecret },
  };
}

describe('200', () => {
  // Promise: 18
  test('the lobby shows the meeting and changes nothing', async () => {
    const { ref, secret, meetingRef } = await guestLink();
    const before = await world.ctx.db
      .selectFrom('meeting')
      .selectAll()
      .where('meeting_ref', '=', meetingRef)
      .executeTakeFirst();
    const reply = await post(`/guest/links/${ref}/lobby`, { secret });
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        title: 'Open house',
        schedule: null,
        meetingState: 'created',
        transcribed: true,
        displayName: null,
        asks: false,
        locked: false,
        asksConsent: false,
      },
    ]);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(
      await world.ctx.db
        .selectFrom('meeting')
        .selectAll()
        .where('meeting_ref', '=', meetingRef)
        .executeTakeFirst(),
    ).toEqual(before);
  });

  test('a join gives a participant with the trimmed name and a token of ten minutes', async () => {
    const { admission } = await admitted();
    expect(admission).toMatchObject({
      participantSecret: expect.stringMatching(/^[\w-]{43}$/),
      mediaToken: 'token',
      transcribed: true,
    });
    expect(
      Date.parse(String(admission.mediaTokenExpiresAt)) - world.clock.now().getTime(),
    ).toBeLessThanOrEqual(600_000);
    const row = await world.ctx.db
      .selectFrom('participant')
      .selectAll()
      .where('participant_ref', '=', String(admission.participantRef))
      .executeTakeFirstOrThrow();
    expect(row.display_name).toBe('Ana');
  });

  test('the page says that it is connected, and the meeting runs; then it leaves', async () => {
    const { path, proof, meetingRef } = await admitted();
    expect((await post(`${path}/connected`, proof)).json).toEqual({ meetingState: 'in_progress' });
    expect((await world.call('GET', `/v1/meetings/${meetingRef}`)).json.meetingState).toBe(
      'in_progress',
    );
    expect((await post(`${path}/renew`, proof)).json).toMatchObject({ mediaToken: 'token' });
    expect((await post(`${path}/leave`, proof)).status).toBe(200);
  });
});

describe('409', () => {
  // Promise: meeting_full
  test('a guest of a full meeting is told so, and the link keeps its use', async () => {
    const { ref, secret } = await admitted();
    world.ctx.settings.roomMaxParticipants = 1;
    const reply = await post(`/guest/links/${ref}/join`, { secret, displayName: 'Ben' });
    world.ctx.settings.roomMaxParticipants = 50;
    expect([reply.status, reply.json.code]).toEqual([409, 'meeting_full']);
    expect((await post(`/guest/links/${ref}/join`, { secret, displayName: 'Ben' })).status).toBe(
      200,
    );
  });
});

describe('410', () => {
  // Promise: 18, guest_link_not_usable
  test('an unknown link, a wrong secret and a dead link get the same bytes except the request id', async () => {
    const [live, dead] = [await guestLink(), await guestLink()];
    await world.call('POST', `/v1/meetings/${dead.meetingRef}/cancel`);
    const replies = [
      await post('/guest/links/gl_000000000000000000000000/lobby', { secret: live.secret }),
      await post(`/guest/links/${live.ref}/lobby`, { secret: 'x'.repeat(43) }),
      await post(`/guest/links/${live.ref}/join`, { secret: '', displayName: 'Ana' }),
      await post(`/guest/links/${dead.ref}/lobby`, { secret: dead.secret }),
      await post(`/guest/links/${dead.ref}/join`, { secret: dead.secret, displayName: 'Ana' }),
      await post('/guest/links/%00/lobby', { secret: live.secret }),
    ];
    expect(
      new Set(
        replies.map(
          (reply) => `${reply.status} ${reply.text.replaceAll(String(reply.json.requestId), 'ID')}`,
        ),
      ).size,
    ).toBe(1);
    expect([replies[0]?.status, replies[0]?.json.code]).toEqual([410, 'guest_link_not_usable']);
  });

  test('the secret of someone else gives no access', async () => {
    const [one, other] = [await admitted(), await admitted()];
    for (const call of ['connected', 'renew', 'leave'])
      expect((await post(`${one.path}/${call}`, other.proof)).status).toBe(410);
  });

  test('a participant of a meeting that is over is told its state', async () => {
    const { path, proof, meetingRef } = await admitted();
    await world.call('POST', `/v1/meetings/${meetingRef}/cancel`);
    expect((await post(`${path}/renew`, proof)).json).toMatchObject({
      code: 'guest_link_not_usable',
      meetingState: 'cancelled',
    });
  });
});

describe('415 and 422', () => {
  const returning = { participantRef: '\0', participantSecret: '' };
  test.each<[string, unknown, string]>([
    ['no name', {}, '#/displayName required'],
    ['an empty name', { displayName: '' }, '#/displayName blank'],
    ['a blank name', { displayName: ' \u200b ' }, '#/displayName blank'],
    ['a line break', { displayName: 'a\nb' }, '#/displayName control_character'],
    ['61 characters', { displayName: 'x'.repeat(61) }, '#/displayName length'],
    ['an attempt to guess', { displayName: 'A', attempt: 'x'.repeat(21) }, '#/attempt length'],
    ['a NUL', { displayName: 'A', returning }, '#/returning/participantRef control_character'],
  ])('a join with %s is refused', async (_, body, error) => {
    const { ref, secret } = await guestLink();
    const reply = await post(`/guest/links/${ref}/join`, { secret, ...(body as object) });
    const [first] = reply.json.errors as { pointer: string; code: string }[];
    expect([reply.status, `${first?.pointer} ${first?.code}`]).toEqual([422, error]);
    expect(reply.text).not.toContain(secret);
  });

  test('60 characters without the surrounding blanks are a valid name', async () => {
    const { ref, secret } = await guestLink();
    const body = { secret, displayName: ` ${'é'.repeat(60)} ` };
    expect((await post(`/guest/links/${ref}/join`, body)).status).toBe(200);
  });

  test('a field of a newer page is ignored, and sets nothing', async () => {
    const { ref, secret } = await guestLink();
    const body = { secret, displayName: 'Ana', guestLinkRef: 'gl_other', later: true };
    expect((await post(`/guest/links/${ref}/join`, body)).status).toBe(200);
  });

  test('another media type is not supported', async () => {
    const reply = await world.call('POST', '/guest/links/gl_x/lobby', {
      key: null,
      raw: '{}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(reply.status).toBe(415);
  });
});

describe('503', () => {
  test('a join while the media server is down may be retried', async () => {
    const { ref, secret } = await guestLink();
    const { openRoom } = world.ctx.media;
    world.ctx.media.openRoom = () => Promise.reject(new MediaUnavailable());
    const reply = await post(`/guest/links/${ref}/join`, { secret, displayName: 'Ana' });
    world.ctx.media.openRoom = openRoom;
    expect([reply.status, reply.json.code, reply.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      expect.stringMatching(/^\d+$/),
    ]);
  });
});

describe('media events', () => {
  // Promise: events
  test('bytes and signature are passed on unchanged; an unknown room is accepted', async () => {
    // With the metadata of a room, an event is larger than a call of the API may be.
    const raw = `{ "event" : "room_started", "room": { "metadata": "${'x'.repeat(100_000)}" } }`;
    const reply = await world.call('POST', '/media/events', {
      key: null,
      raw,
      headers: { 'content-type': 'application/webhook+json', authorization: 'signed' },
    });
    expect([reply.status, taken.at(-1)]).toEqual([200, { body: raw, authorization: 'signed' }]);
  });

  // Promise: events
  test('a signature of another body is unauthorized', async () => {
    const reply = await world.call('POST', '/media/events', {
      key: null,
      raw: '{}',
      headers: { authorization: 'signed for another' },
    });
    expect([reply.status, reply.json.code]).toEqual([401, 'unauthorized']);
  });

  // Promise: events
  test.each([
    ['no signature', ''],
    ['the token of a guest', 'Authorization: minted for a guest\r\n'],
  ])('a call with %s is refused before its body is sent', async (_, authorization) => {
    const head = `POST /media/events HTTP/1.1\r\nHost: x\r\n${authorization}Content-Length: 9\r\n`;
    const answer = await rawHttp(world.url, `${head}Connection: close\r\n\r\n`);
    expect([answer.slice(9, 12), answer]).toEqual(['401', expect.stringContaining('unauthorized')]);
  });
});
