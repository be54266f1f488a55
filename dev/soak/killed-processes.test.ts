// What becomes of words when parts of the product die mid-word: real rooms, real speech, the product's own processes.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transcript } from '../../contract/generated/api.ts';
import { lossyLink } from '../world/media/lossy-link.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import {
  captionCount,
  midWord,
  pidsOf,
  signalFirst,
  voiceMeeting,
  voiceMidWord,
} from '../world/speech/voices.ts';
import { type CaseRow, caseRow } from './case-row.ts';
import { expectInOrder, PLAN, REPLY, saidBy, timesSaid } from '../world/speech/sentences.ts';

let parley: Parley;

/** One row a case, for docs/measured.md. */
const rows: CaseRow[] = [];

beforeAll(async () => {
  parley = await startParley({ env: { PARLEY_EMPTY_ROOM_SECONDS: '60' } });
});

afterAll(async () => {
  console.table(rows);
  await clearAway(parley);
});

/** `counts`: how often each sentence that was said stands in the transcript. */
function note(name: string, transcript: Transcript, counts: readonly number[]): void {
  rows.push(caseRow(parley, name, transcript, counts));
}

describe('no word is lost, or the transcript says that some are', () => {
  test('when the recognizer is killed mid-word and another one stops for good', async () => {
    const { meeting, ana, speaking, enough } = await voiceMidWord(parley, 1);
    await signalFirst(parley, 'recognizer-process', 'SIGKILL');
    await captionCount(ana, 3);
    await midWord(ana);
    await signalFirst(parley, 'recognizer-process', 'SIGSTOP');
    enough();
    await speaking;
    const transcript = await meeting.end();
    await ana.leave();
    note(
      'recognizer killed, the next one stopped for good',
      transcript,
      timesSaid(saidBy(transcript)),
    );
    expect([transcript.result, transcript.reason]).toEqual(['complete', null]);
    expect(timesSaid(saidBy(transcript)), saidBy(transcript)).toEqual(PLAN.map(() => 1));
    expectInOrder(transcript, saidBy(transcript));
  });

  // After 20 s without an answer the scribe takes another recognizer.
  test.each([10, 30])(
    'when the recognizer is suspended mid-word for %d s and then continues',
    async (seconds) => {
      const meeting = await voiceMeeting(parley);
      const ana = await meeting.enter('Ana');
      const speaking = ana.speak('plan').then(() => ana.speak('reply'));
      await captionCount(ana, 1);
      await midWord(ana);
      const stopped = await signalFirst(parley, 'recognizer-process', 'SIGSTOP');
      const before = ana.captions.length;
      await delay(seconds * 1000);
      if ((await pidsOf(parley, 'recognizer-process')).includes(stopped))
        process.kill(stopped, 'SIGCONT');
      await speaking;
      const transcript = await meeting.end();
      await ana.leave();
      const times = timesSaid(saidBy(transcript), [...PLAN, ...REPLY]);
      note(`recognizer stopped for ${seconds} s, then continued`, transcript, times);
      expect([transcript.result, transcript.reason]).toEqual(['complete', null]);
      expect(times, saidBy(transcript)).toEqual(times.map(() => 1));
      expectInOrder(transcript, saidBy(transcript), [...PLAN, ...REPLY]);
      expect(ana.captions.length).toBeGreaterThan(before);
    },
  );

  test('when a microphone goes and comes, a guest leaves mid-sentence and returns, and all ends mid-word', async () => {
    const meeting = await voiceMeeting(parley);
    const [ana, ben] = [await meeting.enter('Ana'), await meeting.enter('Ben')];
    for (let i = 0; i < 3; i++) await ana.republish();
    const speaking = ana.speak('plan');
    await ben.speak('reply', 4_000);
    await ben.leave();
    const again = await meeting.enter('Ben');
    await speaking;
    void again.speak('reply').catch(() => {});
    await midWord(again);
    const transcript = await meeting.end();
    await Promise.all([ana.leave(), again.leave()]);
    note(
      'microphone taken away and back 3 times; same name from another device; end mid-word',
      transcript,
      timesSaid(saidBy(transcript)),
    );
    expect([transcript.result, transcript.reason]).toEqual(['complete', null]);
    const [one, other] = transcript.speakers.filter((speaker) => speaker.displayName === 'Ben');
    expect([saidBy(transcript, one?.speakerRef), saidBy(transcript, other?.speakerRef)]).toEqual([
      expect.stringMatching(/agree/i),
      expect.stringMatching(/agree/i),
    ]);
    expect(timesSaid(saidBy(transcript)), saidBy(transcript)).toEqual(PLAN.map(() => 1));
    // Ben began while Ana spoke: neither waits for the other in the transcript.
    const [bens, anas] = [one?.speakerRef, 's1'].map((ref) =>
      transcript.segments.filter((segment) => segment.speakerRef === ref),
    );
    const overlaps = bens?.some((his) =>
      anas?.some((hers) => hers.startMs < his.endMs && his.startMs < hers.endMs),
    );
    expect(overlaps, JSON.stringify(transcript.segments)).toBe(true);
  });

  test('when one packet of ten is lost on the way to the media server and back', async () => {
    const [http, tcp, udp] = ['PORT', 'TCP_PORT', 'UDP_PORT'].map((name) =>
      Number(parley.env[`PARLEY_MEDIA_${name}`]),
    );
    await using link = await lossyLink({ http: http ?? 0, tcp: tcp ?? 0, udp: udp ?? 0 }, 0.1);
    const meeting = await voiceMeeting(parley);
    const ana = await meeting.enter('Ana', undefined, link.url);
    await ana.speak('plan');
    const transcript = await meeting.end();
    await ana.leave();
    const { passed, lost } = link.counts();
    // Otherwise her sound took another way.
    expect(passed, JSON.stringify({ passed, lost })).toBeGreaterThan(500);
    expect(lost).toBeGreaterThan(50);
    note('10 % of the packets lost (UDP relay)', transcript, timesSaid(saidBy(transcript)));
    expect([transcript.result, transcript.reason]).toEqual(['complete', null]);
    // All of the sound is there; what the recognizer makes of a voice with holes in it is another matter.
    const times = timesSaid(saidBy(transcript));
    expect(Math.max(...times), saidBy(transcript)).toBe(1);
    expect(times.filter((count) => count === 1).length, saidBy(transcript)).toBeGreaterThanOrEqual(
      4,
    );
    expectInOrder(transcript, saidBy(transcript));
  });

  test('when the database is killed mid-word', async () => {
    const { meeting, ana, speaking, enough } = await voiceMidWord(parley, 1);
    await signalFirst(parley, 'postgres\0-D', 'SIGKILL');
    enough();
    await speaking;
    const transcript = await meeting.end();
    await ana.leave();
    note('database killed', transcript, timesSaid(saidBy(transcript)));
    expect([transcript.result, transcript.reason]).toEqual(['complete', null]);
    expect(timesSaid(saidBy(transcript)), saidBy(transcript)).toEqual(PLAN.map(() => 1));
    expectInOrder(transcript, saidBy(transcript));
  });
});
