import { expect, test } from 'vitest';
import { addressGroup } from './address-group.ts';
import { rateLimits } from './rate-limits.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
  ['2001:db8:0:8::1', '2001:db8:0:8::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (ip, group) => {
  expect(addressGroup(ip)).toBe(group);
});

test('all addresses of one IPv6 network share one limit', async () => {
  const limits = rateLimits({
    readPerMinute: 0,
    writePerMinute: 0,
    authFailuresPerMinute: 2,
    guestPerMinute: 2,
  });
  for (const count of [limits.countGuest, limits.countFailedAuthentication]) {
    for (const ip of ['2001:db8::1', '2001:db8::2']) await count(ip);
    await expect(count('2001:db8::3')).rejects.toMatchObject({ code: 'rate_limited' });
    await count('2001:db8:0:1::1');
  }
});
