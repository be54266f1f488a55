import { afterAll, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { captureScene } from '../../../dev/world/speech/capture-scene.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import type { TranscriptContent } from '../../core/artifact/empty-content.ts';
import type { RecognizerPort } from '../../core/ports.ts';
import { recognizerByLanguage } from '../../engines/recognizer/languages/recognizer-by-language.ts';
import { attendMeeting } from './attend-meeting.ts';

const { db } = await testDatabase();
const root = await mkdtemp(join(tmpdir(), 'parley-language-'));
afterAll(() => rm(root, { recursive: true }));

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
  const never = (): never => {
    throw new Error('the room is over');
  };
  const attend = attendMeeting({
    recognizer,
    listener: { prepare: never, join: never },
    spoolRoot: root,
    onDisk: () => {},
  });
  await attend(scene.ctx, { ref: scene.meetingRef }, new AbortController().signal);
  await scene.work();
  const { content } = await scene.artifact(scene.meetingRef, 'transcript');
  expect((content as TranscriptContent).engine).toMatchObject({ model: 'english' });
});
