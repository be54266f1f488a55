import { afterAll, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { captureScene } from '../../../dev/world/speech/capture-scene.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import type { TranscriptContent } from '../../core/artifact/empty-content.ts';
import { noteConnected } from '../../core/participant/note-connected.ts';
import type { RecognizerPort } from '../../core/ports.ts';
import { readCapture } from '../../core/transcript/capture.ts';
import { knowsLanguage } from '../../core/transcript/knows-language.ts';
import { recognizerByLanguage } from '../../engines/recognizer/languages/recognizer-by-language.ts';
import { attendMeeting } from './attend-meeting.ts';

const { db } = await testDatabase();
const root = await mkdtemp(join(tmpdir(), 'parley-language-'));
afterAll(() => rm(root, { recursive: true }));

const never = (): never => {
  throw new Error('must not be asked');
};
const listener = { prepare: never, join: never };

const engine = (model: string, more: Partial<RecognizerPort>) => ({
  ...playedRecognizer({ engine: { name: 'played', model, quality: 'standard' }, ...more }),
  stop: async () => {},
});

test('a scribe that only finishes a meeting names the engine of the language that was heard before', async () => {
  const scene = await captureScene(db);
  const track = await scene.hearTrack();
  await scene.say(track, 0, 'We ship on Friday.');
  await scene.say(track, 80_000, 'Who sends the report?');
  await scene.end();
  const recognizer = recognizerByLanguage({
    first: engine('english', { languages: ['en'] }),
    others: new Map([['de', engine('multilingual', { detectsLanguage: true })]]),
  });
  const attend = attendMeeting({ recognizer, listener, spoolRoot: root, onDisk: () => {} });
  await attend(scene.ctx, { ref: scene.meetingRef }, new AbortController().signal);
  await scene.work();
  const { content } = await scene.artifact(scene.meetingRef, 'transcript');
  expect((content as TranscriptContent).engine).toMatchObject({ model: 'english' });
});

test.each(['de', 'deu', 'ger-AT'])(
  'a meeting in %j is transcribed by the engine for German',
  async (language_code) => {
    const scene = await captureScene(db);
    const { meetingRef } = scene;
    await db
      .updateTable('meeting')
      .set({ language_code })
      .where('meeting_ref', '=', meetingRef)
      .execute();
    await scene.say(await scene.hearTrack(), 0, 'Guten Tag zusammen.');
    await scene.end();
    const recognizer = recognizerByLanguage({
      first: engine('english', { languages: ['en'] }),
      others: new Map([['de', engine('german', {})]]),
    });
    const attend = attendMeeting({ recognizer, listener, spoolRoot: root, onDisk: () => {} });
    await attend(scene.ctx, { ref: meetingRef }, new AbortController().signal);
    await scene.work();
    const { content } = await scene.artifact(meetingRef, 'transcript');
    expect((content as TranscriptContent).engine).toMatchObject({ model: 'german' });
  },
);

test('the scribe does not attend a meeting in a language that the engine does not know', async () => {
  const scene = coreScene(db);
  const link = await scene.newMeeting();
  await db
    .updateTable('meeting')
    .set({ language_code: 'de-AT' })
    .where('meeting_ref', '=', link.meetingRef)
    .execute();
  const recognizer = engine('en', {
    languages: ['en'],
    scan: never,
    transcribe: never,
    transcribeInterim: never,
  });
  const attend = attendMeeting({ recognizer, listener, spoolRoot: '/nowhere', onDisk: () => {} });
  const { signal } = new AbortController();
  await attend(scene.ctx, { ref: link.meetingRef }, signal);
  expect(await readCapture(scene.ctx, link.meetingRef)).toMatchObject({
    languageCode: 'de-AT',
    captureState: null,
  });
  await noteConnected(scene.ctx, await comeIn(scene.ctx, { ...link, displayName: 'Ana' }));
  await attend(scene.ctx, { ref: link.meetingRef }, signal);
  expect(await readCapture(scene.ctx, link.meetingRef)).toMatchObject({
    meetingState: 'in_progress',
    captureState: 'done',
  });
});

test.each([
  [null, 'ja', true],
  [['en'], 'en-GB', true],
  [['en'], 'de', false],
  [['en', 'de'], 'de-AT', true],
  [['en', 'de'], 'fr', false],
  [['en'], null, true],
])('engines that know %j transcribe a meeting in %j: %s', (languages, languageCode, expected) => {
  expect(knowsLanguage({ languages }, languageCode)).toBe(expected);
});
