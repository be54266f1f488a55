import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';

const BASE_URL = 'https://meet.example.org';
afterEach(() => void vi.unstubAllGlobals());

describe('an API key', () => {
  test('may have white space around it, as in a file', async () => {
    let sent: string | null = null;
    const noting: typeof fetch = async (_, init) => {
      sent = new Headers(init?.headers).get('authorization');
      return Response.json({});
    };
    const apiKey = ' parley_key\r\n';
    await createClient({ baseUrl: BASE_URL, apiKey, fetch: noting }).keys.readOwn();
    expect(sent).toBe('Bearer parley_key');
  });

  test.each(['parley_\nkey', 'parley_…', 'parley key', 'parley_key\u0000'])(
    'with a character that no key has is refused at once, and not shown: %j',
    (apiKey) => {
      expect(() => createClient({ baseUrl: BASE_URL, apiKey })).toThrow(
        new TypeError('apiKey contains a character that no key has. Copy it again.'),
      );
    },
  );
});

test.each(['baseUrl', 'apiKey'] as const)('%s that is an unset variable is named', (name) => {
  const options = { baseUrl: BASE_URL, apiKey: 'key', [name]: process.env['PARLEY_NO_SUCH'] };
  expect(() => createClient(options)).toThrow(new TypeError(`${name} is missing.`));
});

test.each([
  ['maxRetries', NaN, 'maxRetries must be 0 or more.'],
  ['maxRetries', -1, 'maxRetries must be 0 or more.'],
  ['timeoutMs', NaN, 'timeoutMs must be more than 0.'],
  ['timeoutMs', 0, 'timeoutMs must be more than 0.'],
])('%s that is %d is refused at once', (name, value, message) => {
  const options = { baseUrl: BASE_URL, apiKey: 'key', [name]: value };
  expect(() => createClient(options)).toThrow(new TypeError(message));
});

test('no limit is accepted', () => {
  const options = { maxRetries: Infinity, timeoutMs: Infinity };
  expect(() => createClient({ baseUrl: BASE_URL, apiKey: 'key', ...options })).not.toThrow();
});

describe('an address', () => {
  test.each([
    '',
    'meet.example.org',
    'localhost:8080',
    '/parley',
    'ftp://meet.example.org',
    'https://ann:secret@meet.example.org',
  ])('that no call can be sent to is refused at once: %j', (baseUrl) => {
    expect(() => createClient({ baseUrl, apiKey: 'key' })).toThrow(
      new TypeError('baseUrl must be a URL without a user name, such as https://meet.example.org.'),
    );
  });

  test.each([
    ['', 'https://acme.test/v1/key'],
    ['/parley', 'https://acme.test/parley/v1/key'],
    ['https://meet.example.org/parley//', 'https://meet.example.org/parley/v1/key'],
  ])('is relative to the page, as its links are: %j', async (baseUrl, expected) => {
    vi.stubGlobal('location', new URL('https://acme.test/calendar/?day=1#today'));
    const asked: unknown[] = [];
    const noting: typeof fetch = async (url) => {
      asked.push(url);
      return Response.json({});
    };
    await createClient({ baseUrl, apiKey: '', fetch: noting }).keys.readOwn();
    expect(asked).toEqual([expected]);
  });
});
