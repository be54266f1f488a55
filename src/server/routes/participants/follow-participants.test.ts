import { describe, expect, test, vi } from 'vitest';
import { secretOf } from '../../../../dev/world/service/hosted-meeting.ts';
import { openVisit } from '../../../../dev/world/open-visit.ts';
import { newRef } from '../../../core/ids.ts';
import { noteMediaEvent } from '../../../core/presence/note-media-event.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();
const waitFor = vi.spyOn(world.held, 'waitFor');

const { json: meeting } = await world.call('POST', '/v1/meetings', {
  body: { title: 'A', guestLinks: [{}] },
});
const meetingRef = String(meeting.meetingRef);
const path = `/v1/meetings/${meetingRef}/participants`;
const [link] = meeting['guestLinks'] as [Parameters<typeof secretOf>[0]];

type Page = { participantRef: string; participantSecret: string };

async function join(displayName: string, returning?: Page) {
  const { guestLinkRef, secret } = secretOf(link);
  const { json } = await world.call('POST', `/guest/links/${guestLinkRef}/join`, {
    key: null,
    body: { secret, displayName, ...(returning && { returning }) },
  });
  const page = json as Page;
  const { participantRef, participantSecret } = page;
  const post = (verb: string) =>
    world.call('POST', `/guest/participants/${participantRef}/${verb}`, {
      key: null,
      body: { participantSecret },
    });
  return { page, participantRef, connect: () => post('connected'), leave: () => post('leave') };
}

/** A read that is being held when this resolves. */
async function heldRead(url: string, accept = 'application/json') {
  const first = await world.call('GET', url, { headers: { accept } });
  const etag = String(first.headers.get('etag'));
  world.clock.advance(5);
  const before = waitFor.mock.calls.length;
  const headers = { accept, 'if-none-match': etag, prefer: 'wait=30' };
  const reply = world.call('GET', url, { headers });
  await vi.waitFor(() => expect(waitFor.mock.calls.length).toBeGreaterThan(before), {
    timeout: 15_000,
  });
  return { reply };
}

const ana = await join('Ana');
await ana.connect();
await openVisit(world, { meetingRef, participantRef: ana.participantRef });
const ben = await join('Ben');
const attendedMs = async () =>
  (await world.call('GET', `${path}/${ana.participantRef}`)).json['attendedMs'];

describe('while someone is present', () => {
  // Promise: 46, 113
  test.each([
    ['the list', path, 'application/json'],
    ['a page that has another after it', `${path}?pageSize=1`, 'application/json'],
    ['the table', path, 'text/csv'],
    ['the person', `${path}/${ana.participantRef}`, 'application/json'],
  ])('%s is unchanged until something happens, by a weak ETag', async (_, url, accept) => {
    const first = await world.call('GET', url, { headers: { accept } });
    const etag = String(first.headers.get('etag'));
    const attendedBefore = await attendedMs();
    world.clock.advance(5);
    const again = await world.call('GET', url, { headers: { accept, 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(etag).toMatch(/^W\/"[^"]+"$/);
    expect(await attendedMs()).toBe(Number(attendedBefore) + 5_000);
  });
});

// Shorter than the wait, after which a changed list would be sent in any case.
describe('a held read ends', { timeout: 20_000 }, () => {
  // Promise: 47, 113
  test('when another person connects', async () => {
    const { reply } = await heldRead(path);
    await ben.connect();
    const { status, json } = await reply;
    expect([status, json['participants']]).toMatchObject([
      200,
      [{ state: 'present' }, { participantRef: ben.participantRef, state: 'present' }],
    ]);
  });

  // Promise: 47, 113
  test('when the media server reports a connection of which the page has told before', async () => {
    const { participantRef } = ben;
    const { reply } = await heldRead(`${path}/${participantRef}`);
    await openVisit(world, { meetingRef, participantRef });
    expect((await reply).json).toMatchObject({ state: 'present', visits: [{ leftAt: null }] });
  });

  // Promise: 47, 113
  test('when a person reloads the page and gives another name', async () => {
    const { reply } = await heldRead(path);
    await join('Ben B.', ben.page);
    const names = [{ displayName: 'Ana' }, { displayName: 'Ben B.' }];
    expect((await reply).json['participants']).toMatchObject(names);
  });

  // Promise: 47, 113
  test('when a person leaves, each with what was asked for', async () => {
    const refs = [ana.participantRef, ben.participantRef];
    const list = await heldRead(path);
    const present = await heldRead(`${path}?state=present`);
    const table = await heldRead(path, 'text/csv');
    const [ofAna, ofBen] = [
      await heldRead(`${path}/${ana.participantRef}`),
      await heldRead(`${path}/${ben.participantRef}`),
    ];
    await ben.leave();
    const left = { participantRef: ben.participantRef, state: 'left', stateReason: 'left' };
    expect((await ofBen.reply).json).toMatchObject(left);
    expect((await list.reply).json['participants']).toMatchObject([{ state: 'present' }, left]);
    const { json } = await present.reply;
    expect(json['participants']).toMatchObject([{ participantRef: ana.participantRef }]);
    const rows = (await table.reply).text.split('\r\n').slice(1, 3);
    expect(rows.map((row) => row.split(',')[0])).toEqual(refs);
    await ana.leave();
    expect((await ofAna.reply).json).toMatchObject({ participantRef: ana.participantRef });
  });

  // Promise: 47, 114
  test('when the media server reports when the connection of someone who left ended', async () => {
    const { participantRef } = ben;
    const { reply } = await heldRead(`${path}/${participantRef}`);
    const now = world.clock.now();
    await noteMediaEvent(world.ctx, {
      eventId: newRef('EV'),
      kind: 'participant_left',
      meetingRef,
      roomSid: null,
      participant: { identity: participantRef, kind: 'person', since: null, current: null },
      since: null,
      reason: 'left',
      at: now,
      lastSeenAt: now,
    });
    const visits = [{ leftAt: now.toISOString(), reason: 'left' }];
    expect((await reply).json).toMatchObject({ state: 'left', visits });
  });
});
