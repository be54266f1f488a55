import { describe, expect, test } from 'vitest';
import { createClient } from './client.ts';

const BASE_URL = 'https://meet.example.org';

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
