import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { MeetingState } from '../../../contract/generated/api.ts';
import { isLinkSecret, isParticipantSecret, linkSecret, participantSecret } from './link-secret.ts';
import { isUsableLink } from './usable-link.ts';

const keys = { current: 'new', keys: { old: Buffer.alloc(32, 1), new: Buffer.alloc(32, 2) } };

describe('secrets', () => {
  // Promise: 14
  test('a link secret is the HMAC of its reference under its own key, 256 bits in base64url', () => {
    expect(linkSecret(keys, 'gl_a', 'old')).toBe(
      createHmac('sha256', Buffer.alloc(32, 1)).update('guest-link\ngl_a').digest('base64url'),
    );
    expect(linkSecret(keys, 'gl_a', 'new')).toMatch(/^[\w-]{43}$/);
  });

  test('reference, key and purpose each give another secret', () => {
    const secrets = [
      linkSecret(keys, 'gl_a', 'old'),
      linkSecret(keys, 'gl_b', 'old'),
      linkSecret(keys, 'gl_a', 'new'),
      participantSecret(keys, 'gl_a', 'old'),
    ];
    expect(new Set(secrets).size).toBe(4);
  });

  test('only the exact secret is accepted', () => {
    const secret = linkSecret(keys, 'gl_a', 'old');
    expect(isLinkSecret(keys, 'gl_a', 'old', secret)).toBe(true);
    for (const wrong of [
      '',
      secret.slice(1),
      `${secret}=`,
      linkSecret(keys, 'gl_b', 'old'),
      participantSecret(keys, 'gl_a', 'old'),
      'é'.repeat(43),
    ]) {
      expect(isLinkSecret(keys, 'gl_a', 'old', wrong)).toBe(false);
    }
    expect(isParticipantSecret(keys, 'pt_a', 'new', participantSecret(keys, 'pt_a', 'new'))).toBe(
      true,
    );
  });

  test('a link whose key is gone opens nothing and breaks nothing', () => {
    expect(isLinkSecret(keys, 'gl_a', 'gone', '')).toBe(false);
    expect(isParticipantSecret(keys, 'pt_a', 'constructor', '')).toBe(false);
  });
});

const unlimited = { max_uses: null, uses: 0 };

describe('use', () => {
  const now = new Date('2026-11-24T09:00:00Z');
  const later = new Date(now.getTime() + 1);
  // Promise: 15, I4
  test.each<[MeetingState, boolean]>([
    ['created', true],
    ['in_progress', true],
    ['ending', false],
    ['ended', false],
    ['cancelled', false],
    ['failed', false],
  ])('a link to a meeting that is %s: %s', (state, usable) => {
    expect(
      isUsableLink({ ...unlimited, revoked_at: null, expires_at: later }, { state }, now),
    ).toBe(usable);
  });

  test('a link is dead when it was used as often as it may be', () => {
    const used = (uses: number) =>
      isUsableLink(
        { max_uses: 2, uses, revoked_at: null, expires_at: later },
        { state: 'created' },
        now,
      );
    expect([used(0), used(1), used(2), used(3)]).toEqual([true, true, false, false]);
  });

  // Promise: 15, I4
  test('a link is dead from the moment it expires or is revoked', () => {
    expect(
      isUsableLink({ ...unlimited, revoked_at: null, expires_at: now }, { state: 'created' }, now),
    ).toBe(false);
    expect(
      isUsableLink({ ...unlimited, revoked_at: now, expires_at: later }, { state: 'created' }, now),
    ).toBe(false);
  });
});
