import { expect, it } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { comeIn } from '../../../dev/world/service/come-in.ts';
import { noteConnected } from '../../core/participant/note-connected.ts';
import type { RecognizerPort } from '../../core/ports.ts';
import { knowsLanguage } from '../../core/transcript/knows-language.ts';
import { attendMeeting } from './attend-meeting.ts';
import { readCapture } from '../../core/transcript/capture.ts';

const { db } = await testDatabase();
const never = (): never => {
  throw new Error('must not be asked');
};
const recognizer: RecognizerPort = {
  engine: { name: 'scripted', model: 'en', quality: 'basic' },
  languages: ['en'],
  health: () => ({ status: 'ok', detail: null }),
  prepare: () => {},
  scan: never,
  transcribe: never,
  transcribeInterim: never,
  expectEnd: () => {},
};

it('the scribe does not attend a meeting in a language that the engine does not know', async () => {
  const scene = coreScene(db);
  const link = await scene.newMeeting();
  await db
    .updateTable('meeting')
    .set({ language_code: 'de-AT' })
    .where('meeting_ref', '=', link.meetingRef)
    .execute();
  const attend = attendMeeting({
    recognizer,
    listener: { prepare: never, join: never },
    spoolRoot: '/nowhere',
    onDisk: () => {},
  });
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

it.each([
  [null, 'ja', true],
  [['en'], 'en-GB', true],
  [['en'], 'de', false],
  [['en', 'de'], 'de-AT', true],
  [['en', 'de'], 'fr', false],
  [['en'], null, true],
])('engines that know %j transcribe a meeting in %j: %s', (languages, languageCode, expected) => {
  expect(knowsLanguage({ languages }, languageCode)).toBe(expected);
});
