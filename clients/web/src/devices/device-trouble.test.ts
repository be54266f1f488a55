import { describe, expect, test } from 'vitest';
import { troubleBefore, troubleOf } from './device-trouble.ts';

describe('troubleOf names the cause of', () => {
  test.each([
    ['NotAllowedError', 'Permission denied', 'denied'],
    ['NotAllowedError', 'Permission denied by system', 'denied_by_system'],
    ['NotAllowedError', 'Permission dismissed', 'not_answered'],
    ['NotAllowedError', 'The request is not allowed by the user agent', 'denied'],
    ['NotFoundError', 'Requested device not found', 'missing'],
    ['OverconstrainedError', '', 'missing'],
    ['NotReadableError', 'Could not start video source', 'busy'],
    ['AbortError', 'Starting videoinput failed', 'busy'],
    ['TypeError', 'x', 'unknown'],
  ])('%s (%s) as %s', (name, message, trouble) => {
    expect(troubleOf(new DOMException(message, name))).toBe(trouble);
  });

  test('something that is no error as unknown', () => {
    expect(troubleOf('x')).toBe('unknown');
  });
});

test.each([
  [true, true, null],
  [false, false, 'insecure_page'],
  [true, false, 'old_browser'],
])(
  'a page that is secure: %s, with devices: %s has the trouble %s',
  (isSecureContext, hasMediaDevices, trouble) => {
    expect(troubleBefore({ isSecureContext, hasMediaDevices })).toBe(trouble);
  },
);
