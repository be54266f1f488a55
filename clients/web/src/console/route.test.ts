import { expect, test } from 'vitest';
import { addressOf, MEETING_TABS, readRoute } from './route.ts';

test('every page has an address that leads to it', () => {
  expect(readRoute(addressOf.meetings)).toEqual({ page: 'meetings' });
  for (const tab of MEETING_TABS)
    expect(readRoute(addressOf.meeting('mt_1-A', tab))).toEqual({
      page: 'meeting',
      meetingRef: 'mt_1-A',
      tab,
    });
  expect(readRoute(addressOf.webhooks)).toEqual({ page: 'webhooks' });
  expect(readRoute(addressOf.webhook('wh_2'))).toEqual({ page: 'webhook', webhookRef: 'wh_2' });
  expect(readRoute(addressOf.key)).toEqual({ page: 'key' });
  expect(readRoute(addressOf.health)).toEqual({ page: 'health' });
});

test.each(['', '#', '#/', '#/nothing', '#/meetings/', '#/meetings/a%2Fb', '#/meetings/<b>'])(
  'an address that means nothing (%s) leads to the meetings',
  (fragment) => {
    expect(readRoute(fragment)).toEqual({ page: 'meetings' });
  },
);

test('an unknown part of a meeting leads to its overview', () => {
  expect(readRoute('#/meetings/mt_1/nothing')).toMatchObject({ tab: 'overview' });
});
