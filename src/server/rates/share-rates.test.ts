import { afterAll, expect, test } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import { listen, notify } from '../../store/notify.ts';
import { shareRates } from './share-rates.ts';

const { db, url } = await testDatabase();
const RATES = { readPerMinute: 10, writePerMinute: 5, authFailuresPerMinute: 0, guestPerMinute: 3 };

/** Like two `api` processes with one database. */
const processes = [1, 2].map(() => {
  const send = (ref: string) => notify(db, { topic: 'rates', ref });
  const rates = shareRates(RATES, { send, log: silentLog });
  /** Calls that were reported to it, its own included. */
  let heard = 0;
  const notices = listen(url, {
    onNotice: ({ topic, ref }) => {
      if (topic !== 'rates') return;
      rates.hear(ref);
      const { counts } = JSON.parse(ref) as { counts: { calls: number }[] };
      for (const { calls } of counts) heard += calls;
    },
    onFault: console.error,
  });
  afterAll(() => notices.stop());
  return { ...rates.limits, ready: notices.ready, heard: () => heard, hear: rates.hear };
});
const [one, other] = processes as [(typeof processes)[0], (typeof processes)[0]];
await Promise.all(processes.map(({ ready }) => ready));

/** How many more reads with this key a process would allow, without counting one. */
const left = async (limits: typeof one, keyId: string) =>
  Number(/r=(\d+)/.exec((await limits.countCall(keyId, 'GET'))['ratelimit'] ?? '')?.[1]);

test('calls counted by one process count in the other, per key and policy', async () => {
  for (let call = 0; call < 4; call++) await one.countCall('k1', 'POST');
  for (let call = 0; call < 3; call++) await one.countGuest('198.51.100.7');
  await until('the other process knows', 15_000, () => other.heard() === 7);
  await expect(other.countGuest('198.51.100.7')).rejects.toThrow('rate_limited');
  expect(await other.countCall('k1', 'POST')).toMatchObject({
    ratelimit: expect.stringMatching(/^"write";r=0;/),
  });
  await expect(other.countCall('k1', 'POST')).rejects.toThrow('rate_limited');
  expect(await left(other, 'k1')).toBe(9);
  expect(await other.countCall('k2', 'POST')).toMatchObject({
    ratelimit: expect.stringMatching(/^"write";r=4;/),
  });
});

test('a process does not count its own report twice', async () => {
  const before = one.heard();
  await one.countCall('k3', 'POST');
  await until('its own notice came back', 15_000, () => one.heard() > before);
  expect(await one.countCall('k3', 'POST')).toMatchObject({
    ratelimit: expect.stringMatching(/^"write";r=3;/),
  });
});

test.each([
  'not JSON',
  'null',
  '7',
  '{"from":"x"}',
  '{"from":7,"counts":[]}',
  '{"from":"x","counts":[null]}',
  '{"from":"x","counts":[{"policy":"toString","who":"k4","calls":5}]}',
  '{"from":"x","counts":[{"policy":"write","who":7,"calls":5}]}',
  '{"from":"x","counts":[{"policy":"write","who":"k4","calls":-5}]}',
  '{"from":"x","counts":[{"policy":"write","who":"k4","calls":"5"}]}',
])('counts that a stranger or another version wrote are ignored: %s', async (notice) => {
  const key = `k4 ${notice}`;
  one.hear(notice.replace('"k4"', JSON.stringify(key)));
  expect(await one.countCall(key, 'POST')).toMatchObject({
    ratelimit: expect.stringMatching(/^"write";r=4;/),
  });
});
