// A reader of the live words while the service is killed twice: each final segment arrives once, in one order.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { connectEmbeddedPostgres } from '../../src/adapters/embedded/postgres.ts';
import { openStore } from '../../src/store/open-store.ts';
import { silentLog } from '../world/clock-and-log.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { rejoined, type Voice, voiceMeeting } from '../world/speech/voices.ts';
import { until } from '../world/until.ts';

let parley: Parley;

beforeAll(async () => {
  parley = await startParley({ env: { PARLEY_EMPTY_ROOM_SECONDS: '60' } });
});

afterAll(() => clearAway(parley));

/** The positions of all that was recognized, in order. */
async function storedPositions(): Promise<number[]> {
  const { url } = await connectEmbeddedPostgres(parley.dataDir, silentLog);
  const db = openStore(url);
  const rows = await db
    .selectFrom('utterance')
    .select('live_position')
    .where('state', '=', 'words')
    .orderBy('live_position')
    .execute();
  await db.destroy();
  return rows.map((row) => Number(row.live_position));
}

async function twoFinals({ captions }: Voice): Promise<void> {
  await until('two captions', 30_000, () => captions.length >= 2);
}

// Promise: I16
test('over two kills of the service a reader of live words gets each segment once, and none is missing', async () => {
  let meeting = await voiceMeeting(parley);
  const { meetingRef } = meeting;
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const read: string[] = [];
  let ana = await meeting.enter('Ana');
  const reading = (async () => {
    for await (const words of client.transcripts.live(meetingRef))
      if (words.kind === 'segment') read.push(words.id);
  })();
  for (let kills = 0; kills < 2; kills++) {
    const speaking = ana.speak('plan', 14_000).catch(() => {});
    await twoFinals(ana);
    process.kill(parley.pid, 'SIGKILL');
    parley = await startParley({ env: parley.env, dataDir: parley.dataDir });
    await Promise.all([speaking, ana.leave()]);
    meeting = await rejoined(parley, meetingRef);
    ana = await meeting.enter('Ana');
  }
  await ana.speak('reply');
  await meeting.end();
  await ana.leave();
  await reading;
  const positions = read.map(Number);
  expect(positions.length).toBeGreaterThanOrEqual(6);
  expect(positions).toEqual(await storedPositions());
}, 240_000);
