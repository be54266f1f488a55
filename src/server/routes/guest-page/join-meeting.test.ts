import { expect, test } from 'vitest';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld({ rates: { guestPerMinute: 100 } });

test('429: of one address no more than half of the places are taken by guests who do not connect', async () => {
  const body = { title: 'Open house', options: { maxParticipants: 4 }, guestLinks: [{}] };
  const { json } = await world.call('POST', '/v1/meetings', { body });
  const [link] = json.guestLinks as { guestLinkRef: string; guestUrl: string }[];
  const secret = link?.guestUrl.split('#k=')[1];
  const joinFrom = async (address: string) => {
    const { status, json: answer } = await world.call(
      'POST',
      `/guest/links/${link?.guestLinkRef}/join`,
      {
        key: null,
        body: { secret, displayName: 'Ana' },
        headers: { 'x-forwarded-for': address },
      },
    );
    return status === 200 ? 'in' : answer.code;
  };
  expect([await joinFrom('192.0.2.1'), await joinFrom('192.0.2.1')]).toEqual(['in', 'in']);
  expect(await joinFrom('192.0.2.1')).toBe('rate_limited');
  expect(await joinFrom('192.0.2.2')).toBe('in');
});
