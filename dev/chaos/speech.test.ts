// What becomes of words when parts of the product die mid-word: real rooms, real speech, the product's own processes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transcript } from '../../contract/generated/api.ts';
import { testSpeechTable } from '../../setup/places.mjs';
import { lossyLink } from '../world/lossy-link.ts';
import { clearAway, type Parley, startParley } from '../world/start-parley.ts';
import { until } from '../world/until.ts';
import { pidsOf, rejoined, type Voice, voiceMeeting } from '../world/voices.ts';
import { wordErrorRate } from '../world/word-error-rate.ts';

const { texts } = testSpeechTable();
/** One word of each sentence of `plan`, in order, that stands in no other and is heard well. */
const PLAN = [/joining/i, /Friday/i, /tested/i, /Tuesday/i, /good plan/i, /look at/i];
const REPLY = [/agree/i, /better/i, /happy/i, /questions/i, /next week/i];
let parley: Parley;
/** One row a case, for docs/measured.md. */
const rows: Record<string, string | number | null>[] = [];

beforeAll(async () => {
  parley = await startParley({ env: { PARLEY_EMPTY_ROOM_SECONDS: '60' } });
});

afterAll(async () => {
  console.table(rows);
  await clearAway(parley);
});

function saidBy(transcript: Transcript, speakerRef = 's1'): string {
  const own = transcript.segments.filter((segment) => segment.speakerRef === speakerRef);
  return own.map((segment) => segment.text).join(' ');
}

/** How often each sentence stands in the text, in order. */
function timesSaid(text: string, sentences: readonly RegExp[] = PLAN): number[] {
  return sentences.map((word) => text.match(new RegExp(word.source, 'gi'))?.length ?? 0);
}

function expectInOrder(transcript: Transcript, text: string): void {
  const places = PLAN.map((word) => text.search(word)).filter((place) => place >= 0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const [i, segment] of transcript.segments.entries())
    expect(segment.startMs).toBeGreaterThanOrEqual(transcript.segments[i - 1]?.startMs ?? 0);
}

/** `counts`: how often each sentence that was said stands in the transcript. */
function note(name: string, transcript: Transcript, counts: readonly number[]): void {
  const lostMs = parley
    .output()
    .split('\n')
    .filter((line) => line.includes('audio was lost') && line.includes(transcript.meetingRef))
    .reduce((sum, line) => sum + Number(/"durationMs":(\d+)/.exec(line)?.[1] ?? 0), 0);
  const saidMs = transcript.segments.reduce((sum, segment) => sum + segment.endMs - segment.startMs, 0);
  rows.push({
    case: name,
    result: transcript.result,
    reason: transcript.reason,
    coverage: (saidMs / Math.max(1, saidMs + (transcript.result === 'complete' ? 0 : lostMs))).toFixed(3),
    'lost s, as reported': lostMs / 1000,
    sentences: counts.length,
    missing: counts.filter((count) => count === 0).length,
    twice: counts.filter((count) => count > 1).length,
  });
}

function finals(voice: Voice, count: number): Promise<unknown> {
  return until(`${count} captions`, 30_000, () => voice.captions.length >= count);
}

/** Somebody is in the middle of a word: words are on the page that are not final. */
async function midWord(voice: Voice): Promise<void> {
  const before = voice.partials.length;
  await until('somebody speaks', 30_000, () => voice.partials.length > before);
}

async function killFirst(part: string, signal: NodeJS.Signals): Promise<void> {
  const [pid] = await pidsOf(parley, part);
  if (pid === undefined) throw new Error(`no process of ${part}`);
  process.kill(pid, signal);
}

describe('no word is lost, or the transcript says that some are', () => {
  test('when the recogniser is killed mid-word and another one stops for good', { timeout: 120_000 }, async () => {
    const meeting = await voiceMeeting(parley);
    const ana = await meeting.enter('Ana');
    const speaking = ana.speak('plan');
    await finals(ana, 1);
    await midWord(ana);
    await killFirst('recogniser-process', 'SIGKILL');
    await finals(ana, 3);
    await midWord(ana);
    await killFirst('recogniser-process', 'SIGSTOP');
    await speaking;
    const transcript = await meeting.end();
    await ana.leave();
    note('recogniser killed, the next one stopped for good', transcript, timesSaid(saidBy(transcript)));
    expect([transcript.result, transcript.reason]).toEqual(['complete', null]);
    expect(timesSaid(saidBy(transcript)), saidBy(transcript)).toEqual(PLAN.map(() => 1));
    expectInOrder(transcript, saidBy(transcript));
  });

  test('when twelve speak at once', { timeout: 120_000 }, async () => {
    const meeting = await voiceMeeting(parley);
    const voices = await Promise.all(Array.from({ length: 12 }, (_, i) => meeting.enter(`Voice ${i + 1}`)));
    await Promise.all(voices.map((voice, i) => voice.speak(i % 2 ? 'reply' : 'plan')));
    const transcript = await meeting.end();
    await Promise.all(voices.map((voice) => voice.leave()));
    expect([transcript.result, transcript.reason]).toEqual(['complete', null]);
    expect(transcript.speakers).toHaveLength(12);
    for (const { speakerRef, displayName } of transcript.speakers) {
      const text = (Number(displayName.split(' ')[1]) - 1) % 2 ? 'reply' : 'plan';
      const said = saidBy(transcript, speakerRef);
      expect(wordErrorRate(texts[text] ?? '', said), `${displayName}: ${said}`).toBeLessThan(0.3);
    }
  });

  test(
    'when a microphone goes and comes, somebody leaves mid-sentence and returns under the same name, and the meeting ends mid-word',
    { timeout: 120_000 },
    async () => {
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
      const [bens, anas] = [one?.speakerRef, 's1'].map((ref) => transcript.segments.filter((segment) => segment.speakerRef === ref));
      const overlaps = bens?.some((his) => anas?.some((hers) => hers.startMs < his.endMs && his.startMs < hers.endMs));
      expect(overlaps, JSON.stringify(transcript.segments)).toBe(true);
    },
  );

  test('when one packet of ten is lost on the way to the media server and back', { timeout: 120_000 }, async () => {
    const [http, tcp, udp] = ['PORT', 'TCP_PORT', 'UDP_PORT'].map((name) => Number(parley.env[`PARLEY_MEDIA_${name}`]));
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
    // All of the sound is there; what the recogniser makes of a voice with holes in it is another matter.
    const times = timesSaid(saidBy(transcript));
    expect(Math.max(...times), saidBy(transcript)).toBe(1);
    expect(times.filter((count) => count === 1).length, saidBy(transcript)).toBeGreaterThanOrEqual(4);
    expectInOrder(transcript, saidBy(transcript));
  });

  test('when the database is killed mid-word', { timeout: 120_000 }, async () => {
    const meeting = await voiceMeeting(parley);
    const ana = await meeting.enter('Ana');
    const speaking = ana.speak('plan');
    await finals(ana, 1);
    await midWord(ana);
    await killFirst('postgres\0-D', 'SIGKILL');
    await speaking;
    const transcript = await meeting.end();
    await ana.leave();
    note('database killed', transcript, timesSaid(saidBy(transcript)));
    expect([transcript.result, transcript.reason]).toEqual(['complete', null]);
    expect(timesSaid(saidBy(transcript)), saidBy(transcript)).toEqual(PLAN.map(() => 1));
    expectInOrder(transcript, saidBy(transcript));
  });

  test('when the scribe is killed mid-word', { timeout: 120_000 }, async () => {
    const meeting = await voiceMeeting(parley);
    const ana = await meeting.enter('Ana');
    const speaking = ana.speak('plan');
    await finals(ana, 1);
    await midWord(ana);
    await killFirst('scribe/main', 'SIGKILL');
    await speaking;
    const transcript = await meeting.end();
    await ana.leave();
    const times = timesSaid(saidBy(transcript));
    note('scribe killed', transcript, times);
    expect([transcript.result, transcript.reason]).toEqual(['partial', 'audio_missing']);
    expect(Math.max(...times), saidBy(transcript)).toBe(1);
    // The scribe was away for less than one sentence.
    expect(times.filter((count) => count === 1).length, saidBy(transcript)).toBeGreaterThanOrEqual(PLAN.length - 2);
    expectInOrder(transcript, saidBy(transcript));
  });

  test('when the media server is killed mid-word', { timeout: 120_000 }, async () => {
    const meeting = await voiceMeeting(parley);
    const ana = await meeting.enter('Ana');
    const speaking = ana.speak('plan').catch(() => {});
    await finals(ana, 2);
    await midWord(ana);
    await killFirst('livekit', 'SIGKILL');
    await speaking;
    const ben = await meeting.enter('Ben');
    await ben.speak('reply');
    const transcript = await meeting.end();
    await Promise.all([ana.leave(), ben.leave()]);
    const times = timesSaid(saidBy(transcript));
    note('media server killed', transcript, times);
    expect(times[0], saidBy(transcript)).toBe(1);
    expect(Math.max(...times), saidBy(transcript)).toBe(1);
    expectInOrder(transcript, saidBy(transcript));
    if (times.includes(0)) expect([transcript.result, transcript.reason]).toEqual(['partial', 'audio_missing']);
    const reply = saidBy(transcript, transcript.speakers.find((speaker) => speaker.displayName === 'Ben')?.speakerRef);
    expect(reply.match(/next week/gi) ?? [], reply).toHaveLength(1);
  });

  test('when the service is killed mid-word and started again, which starts its media server anew', { timeout: 180_000 }, async () => {
    const meeting = await voiceMeeting(parley);
    const ana = await meeting.enter('Ana');
    const speaking = ana.speak('plan');
    await finals(ana, 2);
    await midWord(ana);
    process.kill(parley.pid, 'SIGKILL');
    parley = await startParley({ env: parley.env, dataDir: parley.dataDir });
    await speaking;
    const after = await rejoined(parley, meeting.meetingRef);
    const ben = await after.enter('Ben');
    await ben.speak('reply');
    const transcript = await after.end();
    await Promise.all([ana.leave(), ben.leave()]);
    const times = timesSaid(saidBy(transcript));
    const replies = timesSaid(saidBy(transcript, 's2'), REPLY);
    note('service killed and started again', transcript, [...times, ...replies]);
    expect([transcript.result, transcript.reason]).toEqual(['partial', 'audio_missing']);
    expect(times[0], saidBy(transcript)).toBe(1);
    expect(Math.max(...times), saidBy(transcript)).toBe(1);
    expect(replies, saidBy(transcript, 's2')).toEqual(REPLY.map(() => 1));
    expectInOrder(transcript, saidBy(transcript));
  });

  test('when every process is killed mid-word and the product is started again', { timeout: 180_000 }, async () => {
    const meeting = await voiceMeeting(parley);
    const ana = await meeting.enter('Ana');
    const speaking = ana.speak('plan', 14_000).catch(() => {});
    await finals(ana, 2);
    await midWord(ana);
    await parley.killTree();
    await Promise.all([speaking, ana.leave()]);
    parley = await startParley({ env: parley.env, dataDir: parley.dataDir });
    const after = await rejoined(parley, meeting.meetingRef);
    const again = await after.enter('Ana');
    await again.speak('reply');
    const transcript = await after.end();
    await again.leave();
    const times = timesSaid(saidBy(transcript));
    note('every process killed', transcript, times);
    expect(times[0], saidBy(transcript)).toBe(1);
    expect(Math.max(...times), saidBy(transcript)).toBe(1);
    expect(transcript.speakers).toHaveLength(2);
    expect(wordErrorRate(texts['reply'] ?? '', saidBy(transcript, 's2')), saidBy(transcript, 's2')).toBeLessThan(0.3);
  });
});
