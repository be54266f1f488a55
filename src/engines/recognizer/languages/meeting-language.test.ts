import { expect, test } from 'vitest';
import { MeetingLanguage } from './meeting-language.ts';

const said = (languageCode: string, letters: number) => ({
  text: 'a'.repeat(letters),
  languageCode,
});

test('a meeting without recognized words has no language', async () => {
  const meeting = new MeetingLanguage(null);
  meeting.hear('t:0', 4, { text: '', languageCode: null });
  expect(await meeting.whenClear(0)).toBeNull();
});

test('after half a minute of speech the language is fixed, whatever is detected later', () => {
  const meeting = new MeetingLanguage(null);
  for (let at = 0; at < 5; at += 1) meeting.hear(`t:${at}`, 6, said('de', 80));
  expect(meeting.settled).toBe('de');
  for (let at = 5; at < 50; at += 1) meeting.hear(`t:${at}`, 6, said('nl', 80));
  expect(meeting.likeliest()).toBe('de');
});

test('many short answers detected as another language do not outweigh a few sentences', () => {
  const meeting = new MeetingLanguage(null);
  for (let at = 0; at < 6; at += 1) meeting.hear(`a:${at}`, 1, said('cy', 3));
  for (let at = 0; at < 3; at += 1) meeting.hear(`b:${at}`, 8, said('de', 100));
  expect(meeting.settled).toBe('de');
});

test('a range that grew counts once', () => {
  const meeting = new MeetingLanguage(null);
  for (let at = 0; at < 20; at += 1) meeting.hear('t:0', 5, said('nl', 40));
  expect(meeting.settled).toBeNull();
  meeting.hear('t:0', 5, said('de', 45));
  expect(meeting.likeliest()).toBe('de');
});

test('a language that no engine transcribes is not chosen', () => {
  const meeting = new MeetingLanguage(['en', 'de']);
  meeting.hear('t:0', 20, said('nl', 200));
  meeting.hear('t:1', 5, said('de', 50));
  expect(meeting.likeliest()).toBe('de');
});

test('waiting for the language ends once two ranges agree, and not before', async () => {
  const meeting = new MeetingLanguage(null);
  const answered: string[] = [];
  meeting.hear('t:0', 4, said('fr', 40));
  const waiting = meeting.whenClear(600_000).then((language) => answered.push(language ?? ''));
  await Promise.resolve();
  expect(answered).toEqual([]);
  meeting.hear('t:1', 4, said('fr', 40));
  await waiting;
  expect(answered).toEqual(['fr']);
});

test('waiting ends with the likeliest language if ranges disagree', async () => {
  const meeting = new MeetingLanguage(null);
  meeting.hear('t:0', 4, said('fr', 40));
  meeting.hear('t:1', 4, said('de', 50));
  expect(await meeting.whenClear(1)).toBe('de');
});

test('waiting ends once two ranges are in languages that no engine transcribes', async () => {
  const meeting = new MeetingLanguage(['en', 'de']);
  meeting.hear('t:0', 4, said('fr', 40));
  const waiting = meeting.whenClear(600_000);
  meeting.hear('t:1', 4, said('it', 40));
  expect(await waiting).toBeNull();
});

test('after half a minute of speech nothing waits, whatever was detected', async () => {
  const meeting = new MeetingLanguage(['en', 'de']);
  meeting.hear('t:0', 4, said('en', 40));
  for (let at = 1; at < 3; at += 1) meeting.hear(`t:${at}`, 13, said('fr', 150));
  expect(await meeting.whenClear(600_000)).toBe('en');
});

test('a language that is found after a half minute in a foreign one still settles the meeting', () => {
  const meeting = new MeetingLanguage(['en', 'de']);
  for (let at = 0; at < 5; at += 1) meeting.hear(`a:${at}`, 10, said('fr', 100));
  for (let at = 0; at < 3; at += 1) meeting.hear(`b:${at}`, 10, said('de', 100));
  expect(meeting.settled).toBe('de');
});

test('waiting ends when the range is withdrawn', async () => {
  const meeting = new MeetingLanguage(null);
  const withdrawal = new AbortController();
  const waiting = meeting.whenClear(600_000, withdrawal.signal);
  withdrawal.abort(new Error('withdrawn'));
  await expect(waiting).rejects.toThrow('withdrawn');
});
