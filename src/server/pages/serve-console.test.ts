import { expect, test } from 'vitest';
import { serverWorld } from '../../../dev/world/service/server-world.ts';

const world = await serverWorld();

test.each(['/', '/console'])(
  '%s needs no key, lets nothing in from elsewhere and is in no frame',
  async (path) => {
    const page = await world.call('GET', path, { key: null });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|data:|https?:/);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(page.headers.get('permissions-policy')).toContain('microphone=()');
    expect((await world.call('POST', path, { key: null })).status).toBe(405);
  },
);

test('search engines may index the welcome page but not the console', async () => {
  const robots = async (path: string) =>
    (await world.call('GET', path, { key: null })).headers.get('x-robots-tag');
  expect([await robots('/console'), await robots('/')]).toEqual(['noindex', null]);
});
