import { expect, test, vi } from 'vitest';
import type { ApiPort } from './call-api.ts';
import { waitForMeeting } from './wait-for-meeting.ts';

const WISH = { meetingRef: 'mtg_1', until: 'ended', seconds: 50 } as const;
const read = (meetingState: string) => ({
  status: 200,
  headers: { etag: '"1"' },
  text: JSON.stringify({ meetingRef: 'mtg_1', meetingState }),
});
const UNCHANGED = { status: 304, headers: {}, text: '' };

test('a read that ends before its time ends the wait: the service stops, or a proxy holds no reads', async () => {
  const api = vi.fn<ApiPort>().mockRejectedValue(new Error('stopped'));
  api.mockResolvedValueOnce(read('in_progress')).mockResolvedValueOnce(UNCHANGED);
  const waited = await waitForMeeting({ api, signal: AbortSignal.timeout(30_000) }, WISH);
  expect(waited).toMatchObject({ reached: false, meetingState: 'in_progress' });
});

test('after a read of full length the wait goes on', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const api = vi.fn<ApiPort>().mockResolvedValueOnce(read('in_progress'));
  api.mockImplementationOnce(async () => {
    now += 25_000;
    return UNCHANGED;
  });
  api.mockResolvedValueOnce(read('ended'));
  const waited = await waitForMeeting({ api, signal: AbortSignal.timeout(30_000) }, WISH);
  clock.mockRestore();
  expect(waited).toMatchObject({ reached: true, meetingState: 'ended' });
  expect(api.mock.lastCall?.[0].headers).toMatchObject({ prefer: 'wait=25' });
});
