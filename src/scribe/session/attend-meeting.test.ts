import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAPTIONED_WITHIN_MS } from '../../../dev/world/media/observed-guest.ts';
import { mediaScene, type MediaScene } from '../../../dev/world/media/media-scene.ts';
import { type Talker, talkUntil } from '../../../dev/world/media/talker.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import { wordErrorRate } from '../../../dev/world/speech/word-error-rate.ts';
import {
  speechModelDir,
  testSpeechPath,
  testSpeechTable,
  vadModelPath,
} from '../../../setup/places.mjs';
import { roomListener } from '../../engines/listener/room-listener.ts';
import { type Recognizer, startRecognizer } from '../../engines/recognizer/recognizer.ts';
import { endMeeting } from '../../core/meeting/end-meeting.ts';
import { runTasks } from '../../core/task/run-tasks.ts';
import type { TranscriptContent } from '../../core/artifact/empty-content.ts';
import { taskHandlers } from '../../jobs/task-handlers.ts';
import { listen } from '../../store/notify.ts';
import { listUtterances } from '../../store/utterance.ts';
import { attendMeeting } from './attend-meeting.ts';
import { deleteDoneSpools } from '../spool/sweep-spools.ts';
import { spoolFolder } from '../spool/spool-path.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';

const table = testSpeechTable();
const { db, url } = await testDatabase();
let scene: MediaScene;
let recognizer: Recognizer;
let root: string;

beforeAll(async () => {
  scene = await mediaScene(db);
  root = join(scene.dataDir, 'spool');
  recognizer = startRecognizer({
    modelDir: speechModelDir(),
    vadPath: vadModelPath(),
    log: silentLog,
  });
});

afterAll(async () => {
  await recognizer.stop();
  await scene.stop();
});

function runScribe(holder: string) {
  const attend = attendMeeting({
    recognizer,
    listener: roomListener(scene.server.url),
    spoolRoot: root,
    onDisk: () => {},
  });
  const runner = runTasks(scene.ctx, {
    holder,
    handlers: { ...taskHandlers, attend_meeting: attend },
  });
  const notices = listen(url, { onNotice: () => runner.wake(), onFault: console.error });
  return {
    ready: notices.ready,
    stop: async () => void (await Promise.all([runner.stop(), notices.stop()])),
  };
}

function endOf(meetingRef: string) {
  return { actor: scene.actor, meetingRef, call: null };
}

async function transcriptOf(meetingRef: string) {
  const row = await until('the transcript is available', 60_000, async () => {
    const artifact = await scene.artifact(meetingRef, 'transcript');
    return artifact.status === 'available' && artifact;
  });
  const { result, reason, available_at: availableAt } = row;
  return { result, reason, availableAt, content: row.content as TranscriptContent };
}

/** A runner that misses a notice finds the next task after this time. */
const LOOK_AGAIN_MS = 9_000;

/** The files begin with silence, in which the scribe comes in. */
const LEAD_MS = table.leadSilenceSeconds * 1000;
/** The first sentences of a text, a moment in the pause after the last of them, and a word of that one. */
const ANAS = { text: sentencesOf('plan', 5), toMs: LEAD_MS + 16_300, last: /Tuesday/i };
const BENS = { text: sentencesOf('reply', 4), toMs: LEAD_MS + 12_100, last: /questions/i };

function sentencesOf(name: string, count: number): string {
  return (table.texts[name]?.match(/[^.]+\./g) ?? []).slice(0, count).join('');
}

/** The first sentence of `reply`. */
const LAST = /agree/i;

/** Begins with `plan`, pauses for nobody, and says a last sentence once it is time. */
async function speakUntil(isTime: () => boolean, talker: Talker): Promise<void> {
  await talker.say(testSpeechPath('plan'), { fromMs: LEAD_MS - 3_000, toMs: LEAD_MS + 8_000 });
  await talkUntil(talker, isTime);
  await talker.say(testSpeechPath('reply'), { fromMs: LEAD_MS - 1_000, toMs: LEAD_MS + 2_500 });
}

describe('a scribe in a real room', () => {
  it('gives two who speak at once their own words, captions them, and finishes soon after the end', async () => {
    const link = await scene.newMeeting();
    const scribe = runScribe('first');
    await scribe.ready;
    const [ana, ben] = [await scene.enter(link, 'Ana'), await scene.enter(link, 'Ben')];
    await Promise.all([
      ana.say(testSpeechPath('plan'), { fromMs: LEAD_MS - 3_000, toMs: ANAS.toMs }),
      ben.say(testSpeechPath('reply'), { fromMs: LEAD_MS - 5_000, toMs: BENS.toMs }),
    ]);
    await until("each speaker's last caption", CAPTIONED_WITHIN_MS, () =>
      [ANAS, BENS].every(({ last }) => ana.captions.some((caption) => last.test(caption.text))),
    );
    const { meeting } = await endMeeting(scene.ctx, endOf(link.meetingRef));
    expect(meeting.meetingState).toBe('ending');
    const asked = Date.now();
    const { result, reason, availableAt, content } = await transcriptOf(link.meetingRef);
    expect((availableAt?.getTime() ?? NaN) - asked).toBeLessThan(LOOK_AGAIN_MS);
    await Promise.all([ana.leave(), ben.leave(), scribe.stop()]);

    expect([result, reason]).toEqual(['complete', null]);
    expect(content.speakers).toEqual([
      { speakerRef: 's1', displayName: 'Ana', participantRef: expect.any(String) },
      { speakerRef: 's2', displayName: 'Ben', participantRef: expect.any(String) },
    ]);
    const said = (speakerRef: string) =>
      content.segments
        .filter((segment) => segment.speakerRef === speakerRef)
        .map((segment) => segment.text)
        .join(' ');
    expect(wordErrorRate(ANAS.text, said('s1'))).toBeLessThan(0.15);
    expect(wordErrorRate(BENS.text, said('s2'))).toBeLessThan(0.15);
    const starts = content.segments.map((segment) => segment.startMs);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(
      ben.captions
        .filter((caption) => caption.participantRef === ana.participantRef)
        .map((caption) => caption.text)
        .join(' '),
    ).toBe(said('s1'));
    // A busy machine skips many.
    const finals = new Map(ben.captions.map((caption) => [caption.utteranceRef, caption]));
    expect(ben.partials).not.toEqual([]);
    for (const partial of ben.partials)
      expect(partial.atMs).toBeLessThanOrEqual(finals.get(partial.utteranceRef)?.atMs ?? 0);

    expect(existsSync(spoolFolder(root, link.meetingRef))).toBe(true);
    await deleteDoneSpools(scene.ctx, { root, store: null });
    expect(existsSync(spoolFolder(root, link.meetingRef))).toBe(false);
  });

  it('continues after the recognizer was killed and the scribe replaced, with nothing twice', async () => {
    const link = await scene.newMeeting();
    const first = runScribe('first');
    await first.ready;
    const ana = await scene.enter(link, 'Ana');
    let isSecondThere = false;
    const speaking = speakUntil(() => isSecondThere, ana);
    await until('a first caption', CAPTIONED_WITHIN_MS, () => ana.captions.length > 0);
    process.kill(recognizer.pid() ?? NaN, 'SIGKILL');
    await until('a caption after the kill', CAPTIONED_WITHIN_MS, () => ana.captions.length > 1);
    await first.stop();
    const another = runScribe('second');
    await until('the second scribe is in the room', 60_000, async () => {
      const there = await scene.ctx.media.listParticipants(link.meetingRef);
      return there.some(({ kind }) => kind === 'machine');
    });
    const before = ana.captions.length;
    await until('its first caption', CAPTIONED_WITHIN_MS, () => ana.captions.length > before);
    isSecondThere = true;
    await speaking;
    await until('the last caption', CAPTIONED_WITHIN_MS, () =>
      ana.captions.some((caption) => LAST.test(caption.text)),
    );
    await endMeeting(scene.ctx, endOf(link.meetingRef));
    const { result, reason, content } = await transcriptOf(link.meetingRef);
    await Promise.all([ana.leave(), another.stop()]);

    // Nobody heard what was said between the two scribes, and the transcript says so.
    expect([result, reason]).toEqual(['partial', 'audio_missing']);
    const rows = (await listUtterances(db, link.meetingRef)).filter((row) => row.state === 'words');
    for (const [i, row] of rows.entries())
      expect(row.from_sample).toBeGreaterThanOrEqual(rows[i - 1]?.to_sample ?? 0);
    const text = content.segments.map((segment) => segment.text).join(' ');
    const heardFirst = ana.captions[0]?.text ?? '';
    expect(text.split(heardFirst), text).toHaveLength(2);
    expect(text.match(/joining/gi), text).toHaveLength(1);
    expect(text).toMatch(LAST);
  });
});
