import { describe, expect, test, vi } from 'vitest';
import { secretOf } from '../../../../dev/world/service/hosted-meeting.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();
const post = (path: string, body: unknown) => world.call('POST', path, { key: null, body });

/** A meeting where guests are asked about once a host is there, and what a page calls. */
async function scene() {
  const { json } = await world.call('POST', '/v1/meetings', {
    body: {
      title: 'Open house',
      options: { admission: 'ask', joinBeforeHost: false },
      guestLinks: [{}, { role: 'host' }],
    },
  });
  const links = (json.guestLinks as Parameters<typeof secretOf>[0][]).map(secretOf);
  const join = async (place: number, displayName: string, more: object = {}) => {
    const { guestLinkRef = '', secret } = links[place] ?? {};
    return post(`/guest/links/${guestLinkRef}/join`, { secret, displayName, ...more });
  };
  const pageOf = ({ json: given }: Awaited<ReturnType<typeof join>>) => {
    const { participantSecret } = given;
    const path = `/guest/participants/${given.participantRef}`;
    return {
      ref: String(given.participantRef),
      call: (verb: string, body: object = {}) =>
        post(`${path}/${verb}`, { participantSecret, ...body }),
    };
  };
  const enterAsHost = async () => {
    const host = pageOf(await join(1, 'Host'));
    await host.call('connected');
    return host;
  };
  return { join, pageOf, enterAsHost };
}

describe('the waiting room', () => {
  // Promise: not_admitted, host_required
  test('a guest waits, the host sees that and admits them, and the guest learns it', async () => {
    const { join, pageOf, enterAsHost } = await scene();
    const host = await enterAsHost();
    const before = await host.call('waiting-room');
    const told = host.call('waiting-room', { known: before.json.version });
    const joined = await join(0, 'Ana');
    expect([joined.status, joined.json]).toEqual([
      202,
      {
        participantRef: expect.stringMatching(/^pt_/),
        participantSecret: expect.stringMatching(/^[\w-]{43}$/),
        needsHost: false,
      },
    ]);
    const ana = pageOf(joined);
    expect((await told).json).toMatchObject({
      locked: false,
      waiting: [{ participantRef: ana.ref, displayName: 'Ana' }],
    });
    const early = await ana.call('renew');
    expect([early.status, early.json.code]).toEqual([403, 'not_admitted']);
    const answer = ana.call('wait');
    await host.call('moderate', { operation: 'admitParticipant', participantRef: ana.ref });
    expect((await answer).json).toEqual({ state: 'admitted', stateReason: null, needsHost: false });
    expect((await ana.call('renew')).json).toMatchObject({ mediaToken: 'token', role: 'guest' });
    const forbidden = await ana.call('moderate', { operation: 'endMeeting' });
    expect([forbidden.status, forbidden.json.code]).toEqual([409, 'host_required']);
  });

  // Shorter than a call is held, after which it is answered in any case.
  test('a guest who waits for a host learns that one has come', { timeout: 18_000 }, async () => {
    const { join, pageOf, enterAsHost } = await scene();
    const joined = await join(0, 'Ana');
    expect(joined.json['needsHost']).toBe(true);
    const held = vi.spyOn(world.held, 'waitFor');
    const answer = pageOf(joined).call('wait');
    await vi.waitFor(() => expect(held).toHaveBeenCalled(), { timeout: 15_000 });
    await enterAsHost();
    expect((await answer).json).toMatchObject({ state: 'waiting', needsHost: false });
  });

  test('a guest who asks again, since the answer was lost, waits once', async () => {
    const { join, pageOf } = await scene();
    const attempt = 'a'.repeat(32);
    const [first, again] = [await join(0, 'Ana', { attempt }), await join(0, 'Ana', { attempt })];
    expect(pageOf(again).ref).toBe(pageOf(first).ref);
  });

  test('a refused guest is told so, and nothing about who is inside', async () => {
    const { join, pageOf, enterAsHost } = await scene();
    const host = await enterAsHost();
    const ana = pageOf(await join(0, 'Ana'));
    const answer = ana.call('wait');
    await host.call('moderate', { operation: 'refuseParticipant', participantRef: ana.ref });
    const { json, text } = await answer;
    expect(json).toMatchObject({ state: 'refused', stateReason: 'refused' });
    expect(text).not.toContain('"Host"');
    for (const verb of ['renew', 'connected', 'leave'])
      expect((await ana.call(verb)).status).toBe(410);
  });
});
