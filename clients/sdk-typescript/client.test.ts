import { describe, expect, test } from 'vitest';
import { serverWorld } from '../../dev/world/service/server-world.ts';
import { type ClientOptions, ParleyError, createClient } from './client.ts';

const world = await serverWorld();
const apiKey = await world.key();
const client = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: `${world.url}/`, apiKey, ...options });

describe('calls', () => {
  test('every operation has its method', async () => {
    const { meetings, guestLinks, transcripts, summaries } = client();
    const created = await meetings.create({ title: 'By SDK', schedule: null });
    const ref = created.meetingRef;
    expect(await meetings.read(ref)).toEqual(created);
    expect((await guestLinks.create(ref)).guestUrl).toContain('#k=');
    expect(await transcripts.read(ref)).toMatchObject({ meetingRef: ref, status: 'pending' });
    expect(await summaries.read(ref)).toMatchObject({ meetingRef: ref, status: 'pending' });
    expect((await meetings.cancel(ref)).meetingState).toBe('cancelled');
    await expect(meetings.end(ref)).rejects.toMatchObject({
      status: 409,
      code: 'invalid_state',
      problem: { meetingState: 'cancelled' },
    });
    expect(await transcripts.readAs('text/vtt', ref)).toBe('WEBVTT\n');
  });

  test('meetings are changed before they begin, with the version that was read', async () => {
    const { meetings } = client();
    const { meetingRef } = await meetings.create({ title: 'Before' });
    const { meeting, etag } = await meetings.readWithEtag(meetingRef);
    expect(meeting.title).toBe('Before');
    expect((await meetings.update(meetingRef, { title: 'After' }, { ifMatch: etag })).title).toBe(
      'After',
    );
    await expect(
      meetings.update(meetingRef, { title: 'Lost' }, { ifMatch: etag }),
    ).rejects.toMatchObject({ code: 'precondition_failed' });
    expect((await meetings.read(meetingRef)).title).toBe('After');
  });

  test('lists are read page by page, or to their end', async () => {
    const { meetings } = createClient({
      baseUrl: world.url,
      apiKey: await world.key({ tenant: 'lister' }),
    });
    const made = new Set<string>();
    for (const title of ['a', 'b', 'c', 'd', 'e'])
      made.add((await meetings.create({ title })).meetingRef);
    const all = new Set<string>();
    for await (const meeting of meetings.listAll({ pageSize: 2, meetingState: 'created' }))
      all.add(meeting.meetingRef);
    expect(all).toEqual(made);
    const first = await meetings.list({ pageSize: 3 });
    const second = await meetings.list({ pageSize: 3, pageToken: first.nextPageToken ?? '' });
    expect([first.meetings.length, second.meetings.length, second.nextPageToken]).toEqual([
      3,
      2,
      null,
    ]);
  });

  test('links have options, are read and revoked', async () => {
    const { meetings, guestLinks } = client();
    const { meetingRef } = await meetings.create({ title: 'Linked' });
    const { guestLinkRef } = await guestLinks.create(meetingRef, {
      link: { displayName: 'Ana', maxUses: 1 },
    });
    await guestLinks.revoke(meetingRef, guestLinkRef);
    const link = await guestLinks.read(meetingRef, guestLinkRef);
    expect(link).toMatchObject({ displayName: 'Ana', maxUses: 1, revokedAt: expect.any(String) });
    expect(await guestLinks.list(meetingRef)).toEqual([link]);
  });

  test('results can be awaited and erased; the key lists its scopes', async () => {
    const { meetings, transcripts, summaries, keys } = client();
    const { meetingRef } = await meetings.create({ title: 'Erased' });
    const waiting = transcripts.waitFor(meetingRef);
    await meetings.cancel(meetingRef);
    expect(await waiting).toMatchObject({ status: 'available', result: 'empty' });
    await transcripts.erase(meetingRef);
    await summaries.erase(meetingRef);
    await expect(transcripts.read(meetingRef)).rejects.toMatchObject({
      status: 410,
      code: 'content_expired',
    });
    await expect(summaries.waitFor(meetingRef)).rejects.toMatchObject({ code: 'content_expired' });
    expect((await keys.readOwn()).tenant).toBe('acme');
  });
});

describe('refusals', () => {
  test('carry the problem and are not repeated', async () => {
    let calls = 0;
    const counting: typeof fetch = (input, init) => {
      calls += 1;
      return fetch(input, init);
    };
    const refused = client({ fetch: counting }).meetings.create({ title: '' });
    await expect(refused).rejects.toBeInstanceOf(ParleyError);
    await expect(refused).rejects.toMatchObject({
      status: 422,
      code: 'validation_error',
      problem: { errors: [{ pointer: '#/title', code: 'blank' }] },
    });
    expect(calls).toBe(1);
  });

  test('an address that ends in /v1 is distinguished from a path that is wrong otherwise', async () => {
    const { meetings } = client({ baseUrl: `${world.url}/v1` });
    await expect(meetings.list()).rejects.toThrow('The base URL of a client does not include /v1.');
  });

  test.each([
    ['text/html', '<html>'],
    ['application/problem+json', '<html>'],
    ['application/problem+json', '[]'],
    ['application/problem+json', 'null'],
    ['application/problem+json', '{"title":"Not Found","status":404}'],
    ['application/problem+json', '{"code":"gone","title":404,"detail":null}'],
  ])("an answer that is not the service's own is an error too: %s %s", async (type, body) => {
    const init = { status: 404, headers: { 'content-type': type } };
    const fetch = async () => new Response(body, init);
    await expect(client({ fetch }).meetings.read('x')).rejects.toMatchObject({
      status: 404,
      code: 'unknown',
      problem: null,
      message:
        'Something other than the service answered with status 404. Check the address, and ' +
        'whether the service is running.',
    });
  });
});
