// What becomes of words when parts of the product die mid-word: real rooms, real speech, the product's own processes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transcript } from '../../contract/generated/api.ts';
import { testSpeechTable } from '../../setup/places.mjs';
import { clearAway, type Parley, startParley } from '../world/start-parley.ts';
import { until } from '../world/until.ts';
import { pidsOf, rejoined, type Voice, voiceMeeting } from '../world/voices.ts';
import { wordErrorRate } from '../world/word-error-rate.ts';

const { texts } = testSpeechTable();
/** One word of each sentence of `plan`, in order, that stands in no other and is heard well. */
const PLAN = [/joining/i, /Friday/i, /tested/i, /Tuesday/i, /good plan/i, /look at/i];
let parley: Parley;

beforeAll(async () => {
  parley = await startParley({ env: { PARLEY_EMPTY_ROOM_SECONDS: '60' } });
});

afterAll(() => clearAway(parley));

function saidBy(transcript: Transcript, speakerRef = 's1'): string {
  const own = transcript.segments.filter((segment) => segment.speakerRef === speakerRef);
  return own.map((segment) => segment.text).join(' ');
}

/** How often each sentence of `plan` stands in the text, in order. */
function timesSaid(text: string): number[] {
  return PLAN.map((word) => text.match(new RegExp(word.source, 'gi'))?.length ?? 0);
}

function expectInOrder(transcript: Transcript, text: string): void {
  const places = PLAN.map((word) => text.search(word)).filter((place) => place >= 0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const [i, segment] of transcript.segments.entries())
    expect(segment.startMs).toBeGreaterThanOrEqual(transcript.segments[i - 1]?.startMs ?? 0);
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
    'when a microphone goes and comes, somebody returns under the same name, and the meeting ends mid-word',
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
      expect([transcript.result, transcript.reason]).toEqual(['complete', null]);
      const [one, other] = transcript.speakers.filter((speaker) => speaker.displayName === 'Ben');
      expect([saidBy(transcript, one?.speakerRef), saidBy(transcript, other?.speakerRef)]).toEqual([
        expect.stringMatching(/agree/i),
        expect.stringMatching(/agree/i),
      ]);
      expect(timesSaid(saidBy(transcript)), saidBy(transcript)).toEqual(PLAN.map(() => 1));
    },
  );

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
    expect(times[0], saidBy(transcript)).toBe(1);
    expect(Math.max(...times), saidBy(transcript)).toBe(1);
    expectInOrder(transcript, saidBy(transcript));
    if (times.includes(0)) expect([transcript.result, transcript.reason]).toEqual(['partial', 'audio_missing']);
    const reply = saidBy(transcript, transcript.speakers.find((speaker) => speaker.displayName === 'Ben')?.speakerRef);
    expect(reply.match(/next week/gi) ?? [], reply).toHaveLength(1);
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
    expect(times[0], saidBy(transcript)).toBe(1);
    expect(Math.max(...times), saidBy(transcript)).toBe(1);
    expect(transcript.speakers).toHaveLength(2);
    expect(wordErrorRate(texts['reply'] ?? '', saidBy(transcript, 's2')), saidBy(transcript, 's2')).toBeLessThan(0.3);
  });
});
