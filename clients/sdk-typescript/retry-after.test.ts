import { describe, expect, test } from 'vitest';
import { createClient } from './client.ts';

async function refusedWith(headers: Record<string, string>): Promise<unknown> {
  const busy = async (): Promise<Response> => new Response('', { status: 503, headers });
  const client = createClient({ baseUrl: 'https://meet.example.org', apiKey: 'k', fetch: busy });
  return client.meetings.read('x').catch((error: unknown) => error);
}

const dateIn = (ms: number): string => new Date(Date.now() + ms).toUTCString();

describe('the time to wait may be a date, as proxies send it', () => {
  test('by the clock of this machine', async () => {
    const error = await refusedWith({ 'retry-after': dateIn(3_600_000) });
    expect(error).toMatchObject({ retryAfterSeconds: expect.closeTo(3_600, -1) });
  });

  test.each([-7_200_000, 7_200_000])(
    'by a clock that is %d ms off, which the proxy tells',
    async (offMs) => {
      const headers = { date: dateIn(offMs), 'retry-after': dateIn(offMs + 3_600_000) };
      const error = await refusedWith(headers);
      expect(error).toMatchObject({ retryAfterSeconds: expect.closeTo(3_600, -1) });
    },
  );
});
