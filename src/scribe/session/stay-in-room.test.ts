import { afterEach, expect, test, vi } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import { until } from '../../../dev/world/until.ts';
import { answerConsent } from '../../core/consent/answer-consent.ts';
import { endMeeting } from '../../core/meeting/end-meeting.ts';
import { noteConnected } from '../../core/participant/note-connected.ts';
import { MeetingNews } from './meeting-news.ts';
import { stayInRoom, type StayInRoomOptions } from './stay-in-room.ts';

const { db } = await testDatabase();
const LOOKS = 20;
afterEach(() => void vi.useRealTimers());

type Join = StayInRoomOptions['listener']['join'];
type Review = (...join: Parameters<Join>) => void;

/** A scribe in a room that `review` plays, and that ends when `over` does. */
function inRoom(review: Review, over: Promise<number> = new Promise(() => {})) {
  const leave = vi.fn(async () => {});
  const join: Join = async (...given) => ({ over, review: () => review(...given), leave });
  return {
    leave,
    recognizer: playedRecognizer(),
    listener: { prepare: () => {}, join },
    attendance: {
      hearTrack: () => ({ write: () => {}, writeSilence: () => {}, end: () => {} }),
      noteBreak: () => {},
    },
    spoken: { languageCode: null, terms: [] },
  };
}

test('all tracks of someone who declined and then agreed begin with the agreement, whatever else happens', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { ctx, newMeeting } = coreScene(db);
  const link = await newMeeting();
  const { meetingRef } = link;
  const options = JSON.stringify({ transcription: 'consent' });
  await db.updateTable('meeting').set({ options }).where('meeting_ref', '=', meetingRef).execute();
  const ana = await comeIn(ctx, { ...link, displayName: 'Ana', consent: 'declined' });
  await noteConnected(ctx, ana);
  const news = new MeetingNews();
  const stop = new AbortController();
  const heard: [string, boolean][] = [];
  const published = ['microphone', 'screen'];
  let looks = 0;
  let looksAfter = 0;
  const room = inRoom((_token, onTrack, mayHear) => {
    looks += 1;
    if (!mayHear(ana.participantRef, false, 'microphone')) return;
    looksAfter += 1;
    // The media server needs a moment, in which others join and leave.
    if (looksAfter < 3) return news.tell(meetingRef);
    for (const mediaTrackSid of published.splice(0)) onTrack(trackOf(mediaTrackSid));
  });
  const attendance: StayInRoomOptions['attendance'] = {
    ...room.attendance,
    hearTrack: ({ mediaTrackSid }, { wasUnheard }) => {
      heard.push([mediaTrackSid, wasUnheard]);
      return room.attendance.hearTrack();
    },
  };
  const over = stayInRoom({ ctx, meetingRef, ...room, attendance, signal: stop.signal, news });
  const trackOf = (mediaTrackSid: string) => ({
    identity: ana.participantRef,
    mediaTrackSid,
    wasThere: true,
    isMuted: () => false,
  });
  await until('a look before she agrees', 15_000, () => looks > 0);
  await answerConsent(ctx, ana, 'given');
  news.tell(meetingRef);
  await until('both tracks', 15_000, () => heard.length === 2);
  vi.advanceTimersByTime(1_001);
  published.push('later');
  news.tell(meetingRef);
  await until('another track', 15_000, () => heard.length === 3);
  expect(heard).toEqual([
    ['microphone', true],
    ['screen', true],
    ['later', false],
  ]);
  stop.abort(new Error('enough'));
  await expect(over).rejects.toThrow('enough');
});

test('of a guest who publishes hundreds of tracks in a row few are received, and all of the others', async () => {
  const { ctx, newMeeting } = coreScene(db);
  const link = await newMeeting();
  const { meetingRef } = link;
  await noteConnected(ctx, await comeIn(ctx, { ...link, displayName: 'Ana' }));
  const stop = new AbortController();
  const heard = { mallory: 0, ana: 0 };
  const room = inRoom((_token, _onTrack, mayHear) => {
    for (let i = 0; i < 300; i += 1) if (mayHear('mallory', false, `TR_${i}`)) heard.mallory += 1;
    if (mayHear('ana', false, 'TR_ana')) heard.ana += 1;
    stop.abort(new Error('enough'));
  });
  const over = stayInRoom({ ctx, meetingRef, ...room, signal: stop.signal });
  await expect(over).rejects.toThrow('enough');
  expect(heard).toEqual({ mallory: 10, ana: 1 });
});

// Promise: 161
test('a client that is not to be transcribed is not received, and a scribe that stops leaves the room', async () => {
  const { ctx, newMeeting } = coreScene(db);
  const link = await newMeeting();
  const { meetingRef } = link;
  await noteConnected(ctx, await comeIn(ctx, { ...link, displayName: 'Ana' }));
  const stop = new AbortController();
  const asked: boolean[] = [];
  const room = inRoom((_token, _onTrack, mayHear) => {
    for (const untranscribed of [true, false])
      asked.push(mayHear('client', untranscribed, `TR_${untranscribed}`));
    stop.abort(new Error('enough'));
  });
  const over = stayInRoom({ ctx, meetingRef, ...room, signal: stop.signal });
  await expect(over).rejects.toThrow('enough');
  expect(asked).toEqual([false, true]);
  expect(room.leave).toHaveBeenCalledOnce();
});

test('a scribe leaves the room when nobody has come for a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { ctx, newMeeting } = coreScene(db);
  const { meetingRef } = await newMeeting();
  const options = JSON.stringify({ transcription: 'consent' });
  await db.updateTable('meeting').set({ options }).where('meeting_ref', '=', meetingRef).execute();
  const news = new MeetingNews();
  let looks = 0;
  const room = inRoom(() => void (looks += 1));
  const { signal } = new AbortController();
  const over = stayInRoom({ ctx, meetingRef, ...room, signal, news });
  await until('a first look', 15_000, () => looks > 0);
  vi.advanceTimersByTime(60_001);
  news.tell(meetingRef);
  expect(await over).toBe('created');
  expect(room.leave).toHaveBeenCalledOnce();
});

/** Counts who waits for it, and for what follows from it. */
class Counted extends Promise<number> {
  static waits = 0;
  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
  override then<T, E>(
    onValue?: ((value: number) => T | PromiseLike<T>) | null,
    onError?: ((reason: unknown) => E | PromiseLike<E>) | null,
  ): Promise<T | E> {
    Counted.waits += 1;
    return super.then(onValue, onError);
  }
}

test('a scribe has one wait for the end of the room, however often it looks at the meeting', async () => {
  const { ctx, newMeeting } = coreScene(db);
  const link = await newMeeting();
  const { meetingRef } = link;
  await noteConnected(ctx, await comeIn(ctx, { ...link, displayName: 'Ana' }));
  const options = JSON.stringify({ transcription: 'consent' });
  await db.updateTable('meeting').set({ options }).where('meeting_ref', '=', meetingRef).execute();
  const news = new MeetingNews();
  const stop = new AbortController();
  let looks = 0;
  const over = new Counted(() => {});
  const room = inRoom(() => void (looks += 1), over);
  const heard = stayInRoom({ ctx, meetingRef, ...room, signal: stop.signal, news });
  for (let look = 1; look <= LOOKS; look += 1) {
    await until('a look', 15_000, () => looks >= look);
    news.tell(meetingRef);
  }
  stop.abort(new Error('enough'));
  await expect(heard).rejects.toThrow('enough');
  expect(Counted.waits).toBe(1);
});

test.each([
  [0, 'the meeting has ended meanwhile', true],
  [1, 'the meeting goes on', false],
])('a scribe that cannot join logs %i warnings when %s', async (warnings, _, hasEnded) => {
  const { ctx, newMeeting, actor } = coreScene(db);
  const link = await newMeeting();
  const { meetingRef } = link;
  await noteConnected(ctx, await comeIn(ctx, { ...link, displayName: 'Ana' }));
  const warn = vi.fn();
  let joins = 0;
  const join: Join = async () => {
    joins += 1;
    if (hasEnded || joins === 2) await endMeeting(ctx, { actor, meetingRef, call: null });
    throw new Error('no such room');
  };
  const room = { ...inRoom(() => {}), listener: { prepare: () => {}, join } };
  const { signal } = new AbortController();
  const log = { ...ctx.log, warn };
  expect(await stayInRoom({ ctx: { ...ctx, log }, meetingRef, ...room, signal })).toBe('ending');
  expect(warn).toHaveBeenCalledTimes(warnings);
});
