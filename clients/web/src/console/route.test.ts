import { expect, test } from 'vitest';
import { addressOf, readRoute } from './route.ts';

test('every page has an address that leads to it', () => {
  expect(readRoute(addressOf.meetings)).toEqual({ page: 'meetings' });
  expect(readRoute(addressOf.meeting('mt_1-A'))).toEqual({ page: 'meeting', meetingRef: 'mt_1-A' });
  expect(readRoute(addressOf.webhooks)).toEqual({ page: 'webhooks' });
  expect(readRoute(addressOf.webhook('wh_2'))).toEqual({ page: 'webhook', webhookRef: 'wh_2' });
  expect(readRoute(addressOf.service)).toEqual({ page: 'service' });
});

test.each(['', '#', '#/', '#/nothing', '#/meetings/', '#/meetings/a%2Fb', '#/meetings/<b>'])(
  'an address that means nothing (%s) leads to the meetings',
  (fragment) => {
    expect(readRoute(fragment)).toEqual({ page: 'meetings' });
  },
);
