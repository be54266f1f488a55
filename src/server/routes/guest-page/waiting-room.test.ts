import { describe, expect, test } from 'vitest';
import { secretOf } from '../../../../dev/world/service/hosted-meeting.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();
const post = (path: string, body: unknown) => world.call('POST', path, { key: null, body });

/** A meeting where guests are asked about, a host inside, and what a guest's page calls. */
async function scene() {
  const { json } = await world.call('POST', '/v1/meetings', {
    body: {
      title: 'Open house',
      options: { admission: 'ask' },
      guestLinks: [{}, { role: 'host' }],
    },
  });
  const links = (json.guestLinks as Parameters<typeof secretOf>[0][]).map(secretOf);
  const join = async (place: number, displayName: string) => {
    const { guestLinkRef = '', secret } = links[place] ?? {};
    return post(`/guest/links/${guestLinkRef}/join`, { secret, displayName });
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
  const host = pageOf(await join(1, 'Host'));
  await host.call('connected');
  return { join, pageOf, host };
}

describe('the waiting room', () => {
  // Promise: not_admitted, host_required
  test('a guest waits, the host sees that and admits them, and the guest learns it', async () => {
    const { join, pageOf, host } = await scene();
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

  test('a refused guest is told so, and nothing about who is inside', async () => {
    const { join, pageOf, host } = await scene();
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
