import { ConnectionError, PublishTrackError, UnexpectedConnectionState } from 'livekit-client';
import { describe, expect, test } from 'vitest';
import { unsupportedReason, deviceErrorOf, publishErrorOf } from './device-error.ts';

describe('deviceErrorOf names the cause of', () => {
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
  ])('%s (%s) as %s', (name, message, error) => {
    expect(deviceErrorOf(new DOMException(message, name))).toBe(error);
  });

  test('a thrown value that is no error as unknown', () => {
    expect(deviceErrorOf('x')).toBe('unknown');
  });
});

test.each([
  ['locked', new PublishTrackError('insufficient permissions', 403)],
  ['connection', new PublishTrackError('engine not connected within timeout', 408)],
  ['connection', ConnectionError.timeout('no response from server')],
  ['connection', new UnexpectedConnectionState('publisher is closed')],
  ['connection', new Error('Cancelled publication by calling unpublish')],
  [null, new DOMException('Permission denied', 'NotAllowedError')],
])('%s is why a device is not sent: %s', (cause, thrown) => {
  expect(publishErrorOf(thrown)).toBe(cause);
});

test.each([
  [true, true, null],
  [false, false, 'insecure_page'],
  [true, false, 'old_browser'],
])(
  'secure page: %s, media devices: %s gives the error %s',
  (isSecureContext, hasMediaDevices, error) => {
    expect(unsupportedReason({ isSecureContext, hasMediaDevices })).toBe(error);
  },
);
