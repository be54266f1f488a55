import { expect, test } from 'vitest';
import { liveMeeting } from '../../../dev/world/service/live-meeting.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { until } from '../../../dev/world/until.ts';
import { openLiveWords } from '../../core/live-words/live-notices.ts';
import { transcriptStream } from './transcript-stream.ts';

const world = await serverWorld();

// Promise: 144
test('a reader of live words that takes nothing holds a bounded buffer, and is told to read anew', async () => {
  const meeting = await liveMeeting(world);
  await meeting.begin();
  await meeting.track();
  for (let second = 0; second < 120; second++) await meeting.say(second, 'word '.repeat(400));
  const actor = await world.keys.verify(meeting.key);
  if (!actor) throw new Error('the key is not valid');
  const server = { core: world.ctx, liveWords: openLiveWords(world.ctx) };
  const stream = transcriptStream(
    server as Parameters<typeof transcriptStream>[0],
    { actor, meetingRef: meeting.meetingRef, position: 0, withInterim: false },
    { pingMs: 15_000, slowMs: 300 },
  );
  await until('the buffer is full', 10_000, () => stream.readableLength > 64 * 1024);
  const most = stream.readableLength;
  let text = '';
  await until('no more is read', 10_000, () => stream.readableLength > most);
  stream.on('data', (chunk) => (text += String(chunk)));
  await until('the end', 10_000, () => stream.readableEnded);
  expect(text.endsWith('event: resync\ndata: {}\n\n')).toBe(true);
  // What is read at once, and no more; far below the bound of 1 MiB.
  expect(text.length).toBeLessThan(512 * 1024);
  expect(text.match(/^event: segment$/gm)).toHaveLength(100);
});
