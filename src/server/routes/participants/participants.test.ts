import { describe, expect, test } from 'vitest';
import { secretOf } from '../../../../dev/world/service/hosted-meeting.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();
const { json: meeting } = await world.call('POST', '/v1/meetings', {
  body: { title: 'A', guestLinks: [{}] },
});
const path = `/v1/meetings/${String(meeting.meetingRef)}/participants`;
const [link] = meeting['guestLinks'] as [Parameters<typeof secretOf>[0]];
const guest = async (displayName: string): Promise<string> => {
  const { guestLinkRef, secret } = secretOf(link);
  const reply = await world.call('POST', `/guest/links/${guestLinkRef}/join`, {
    key: null,
    body: { secret, displayName },
  });
  return String(reply.json['participantRef']);
};
const ana = await guest('Ana');
const ben = await guest('Ben');
type Listed = { participants: { participantRef: string }[]; nextPageToken: string | null };
const refsOf = (json: unknown) =>
  (json as Listed).participants.map(({ participantRef }) => participantRef);

describe('200', () => {
  test('participants are listed in the order in which they asked to enter', async () => {
    const reply = await world.call('GET', path);
    expect([reply.status, refsOf(reply.json)]).toEqual([200, [ana, ben]]);
  });

  // Promise: 112
  test('a participant has every member', async () => {
    const reply = await world.call('GET', `${path}/${ana}`);
    expect(reply.json).toEqual({
      participantRef: ana,
      meetingRef: meeting.meetingRef,
      guestLinkRef: link.guestLinkRef,
      displayName: 'Ana',
      role: 'guest',
      kind: 'person',
      state: 'admitted',
      stateReason: null,
      consent: 'not_asked',
      consentAt: null,
      spokeMs: null,
      visits: [],
      attendedMs: 0,
      handRaisedAt: null,
      connection: null,
    });
  });

  // Promise: 113
  test('participants are listed page by page, and by state', async () => {
    const first = await world.call('GET', `${path}?pageSize=1`);
    const token = String(first.json['nextPageToken']);
    const second = await world.call('GET', `${path}?pageSize=1&pageToken=${token}`);
    expect([refsOf(first.json), refsOf(second.json)]).toEqual([[ana], [ben]]);
    expect(second.json['nextPageToken']).toBeNull();
    expect(refsOf((await world.call('GET', `${path}?state=present`)).json)).toEqual([]);
    expect(
      refsOf((await world.call('GET', `${path}?state=present&state=admitted`)).json),
    ).toHaveLength(2);
  });

  // Promise: 113
  test('as CSV, the participants come all at once', async () => {
    const reply = await world.call('GET', `${path}?pageSize=1`, {
      headers: { accept: 'text/csv' },
    });
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.text.trim().split('\r\n')).toHaveLength(3);
  });
});

describe('If-None-Match', () => {
  // Promise: 113
  test('a client that has the current list, or participant, gets 304 and no body', async () => {
    for (const url of [path, `${path}/${ana}`]) {
      const etag = String((await world.call('GET', url)).headers.get('etag'));
      const reply = await world.call('GET', url, { headers: { 'if-none-match': etag } });
      expect([reply.status, reply.text]).toEqual([304, '']);
    }
  });

  // Promise: 113
  test('a read of the list that Prefer: wait holds returns at once when someone joins', async () => {
    const etag = String((await world.call('GET', path)).headers.get('etag'));
    const waiting = world.call('GET', path, {
      headers: { 'if-none-match': etag, prefer: 'wait=20' },
    });
    const cleo = await guest('Cleo');
    const reply = await waiting;
    expect([reply.status, refsOf(reply.json)]).toEqual([200, [ana, ben, cleo]]);
  });
});

describe('404', () => {
  // Promise: participant_not_found
  test('of a participant of another meeting', async () => {
    const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'B' } });
    const other = `/v1/meetings/${String(json.meetingRef)}/participants/${ana}`;
    const reply = await world.call('GET', other);
    expect([reply.status, reply.json['code']]).toEqual([404, 'participant_not_found']);
  });
});

describe('422', () => {
  test.each([
    ['lives longer than ten minutes', { expiresInSeconds: 601 }, '#/expiresInSeconds'],
    ['is hidden', { hidden: true }, '#/hidden'],
    ['sends what does not exist', { canPublish: ['hologram'] }, '#/canPublish/0'],
  ])('a media token that %s is refused, and the answer says where', async (_, wish, pointer) => {
    const reply = await world.call('POST', path.replace(/participants$/, 'media-tokens'), {
      body: { displayName: 'Agent', ...wish },
    });
    expect([reply.status, reply.json['code']]).toEqual([422, 'validation_error']);
    expect(reply.json['errors']).toMatchObject([{ pointer }]);
  });
});

// Promise: 161
test('201: a media token takes every documented member, and its address leads to its participant', async () => {
  const may = { canPublish: ['microphone'], canSubscribe: true, expiresInSeconds: 600 };
  const reply = await world.call('POST', path.replace(/participants$/, 'media-tokens'), {
    body: { displayName: 'Agent', role: 'guest', kind: 'client', hidden: false, ...may },
  });
  const { pathname } = new URL(reply.headers.get('location') ?? '');
  const { participantRef } = reply.json;
  expect((await world.call('GET', pathname)).json).toMatchObject({ participantRef });
});

test('a removal revokes the link of the participant only where that is wished', async () => {
  const { json } = await world.call('POST', '/v1/meetings', {
    body: { title: 'C', guestLinks: [{}, {}] },
  });
  const links = (json['guestLinks'] as Parameters<typeof secretOf>[0][]).map(secretOf);
  const statuses = [];
  for (const [place, wish] of [{ mayReturn: true }, { revokeLink: true }].entries()) {
    const { guestLinkRef = '', secret } = links[place] ?? {};
    const post = (verb: string, body: object) =>
      world.call('POST', `/guest/links/${guestLinkRef}/${verb}`, { key: null, body });
    const joined = await post('join', { secret, displayName: 'Ana' });
    const about = `${String(json['meetingRef'])}/participants/${String(joined.json['participantRef'])}`;
    await world.call('POST', `/v1/meetings/${about}/remove`, { body: wish });
    statuses.push((await post('lobby', { secret })).status);
  }
  expect(statuses).toEqual([200, 410]);
});
