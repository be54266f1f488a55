import { expect, test } from 'vitest';
import { finished, UNTRIED, verdictOf, type Ways } from './ways.ts';

const works = { state: 'works' } as const;
const blocked = { state: 'blocked' } as const;

test.each<[string, Partial<Ways>, string]>([
  ['nothing is known yet', {}, 'waiting'],
  ['the service refused the check', finished(UNTRIED), 'busy'],
  ['the service does not answer', { service: blocked }, 'no_service'],
  ['UDP works, whatever else does not', { udp: works, tcp: blocked, relay: blocked }, 'good'],
  ['TCP alone works', { udp: blocked, tcp: works }, 'slow'],
  ['the relay alone works', { udp: blocked, tcp: blocked, relay: works }, 'slow'],
  ['the relay is still tried', { udp: blocked, tcp: blocked }, 'waiting'],
  [
    'the relay alone could not be tried',
    finished({ ...UNTRIED, udp: blocked, tcp: blocked }),
    'busy',
  ],
  ['no way is left', { udp: blocked, tcp: blocked, relay: { state: 'not_offered' } }, 'no_media'],
])('the verdict when %s', (_, found, verdict) => {
  expect(verdictOf({ ...UNTRIED, ...found })).toBe(verdict);
});
