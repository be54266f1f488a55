import { expect, test } from 'vitest';
import { recentGuests } from './recent-guests.ts';

test('guests are known by link and address, for an hour after the last of them came', () => {
  let now = 0;
  const guestsFrom = recentGuests(() => now);
  guestsFrom('gl_1', '192.0.2.1').add('pt_1');
  guestsFrom('gl_1', '192.0.2.2').add('pt_2');
  now = 3_000_000;
  guestsFrom('gl_1', '192.0.2.1').add('pt_3');
  now = 3_600_000;
  guestsFrom('gl_2', '192.0.2.1').add('pt_4');
  const known = (link: string, address: string) => guestsFrom(link, address).participantRefs();
  expect(known('gl_1', '192.0.2.1')).toEqual(['pt_1', 'pt_3']);
  expect(known('gl_1', '192.0.2.2')).toEqual([]);
  expect(known('gl_2', '192.0.2.1')).toEqual(['pt_4']);
});
