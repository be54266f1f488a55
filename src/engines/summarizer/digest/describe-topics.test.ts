import { expect, it } from 'vitest';
import { spokenLines } from '../../../../dev/world/speech/sentences.ts';
import { findOwners } from '../tasks/owner-names.ts';
import { contentWords } from '../text/content-words.ts';
import { readSpeechAct } from '../text/speech-acts.ts';
import { describeTopics } from './describe-topics.ts';

const LINES = [
  'A: The library roof the council of the library roof they said the roof pays.',
  'A: The council pays half of the new library roof.',
  'A: The roof of the library the council is it of the roof.',
];

/** The topic of a long talk about the library roof. */
function topicOf(readable: readonly number[], lines: readonly string[] = LINES) {
  const sentences = spokenLines(lines);
  const meeting = {
    sentences,
    told: sentences.map(({ text }) => text),
    acts: sentences.map(readSpeechAct),
    readings: [],
    askAbout: () => Promise.reject(new Error('Nobody asks')),
    owners: findOwners(
      ['A', 'B'].map((name) => ({ speakerRef: name, displayName: name, participantRef: null })),
    ),
    language: 'en',
    longTalk: { decisions: [], tasks: [], readable, worth: lines.map(() => 1) },
    today: null,
  };
  const content = sentences.map(({ text }) => contentWords(text));
  return describeTopics(meeting, content, 1, new Set())[0];
}

it('the overview quotes only sentences of a long talk that read well', () => {
  expect(topicOf([-1, 1, 1])?.also?.text).toBe(sentence(2));
  expect(topicOf([-1, -1, -1])?.also).toBeUndefined();
});

it('a topic is told in its best sentence, which the overview does not repeat', () => {
  expect(topicOf([-1, 1, -1])?.shown.text).toBe(`A: ${sentence(1)}`);
  expect(topicOf([-1, 1, -1])?.also).toBeUndefined();
});

it('a name that is only introduced is no topic', () => {
  const said = ['A: My name is Carla Berg.', 'B: The roof is wet.', 'A: The roof is old.'];
  expect(topicOf([1, 1], said)?.shown.title).toBe('Roof');
});

it('what most people talk about is a topic, even if it is lunch', () => {
  const said = LINES.map((line) => line.replaceAll('library roof', 'lunch menu'));
  expect(topicOf([1, 1], said)?.shown.title).toBe('Lunch menu');
});

it('names who said most about a topic, not who spoke most beside it', () => {
  const aside = Array.from({ length: 9 }, () => 'B: Where are my coffee and those biscuits today?');
  const [first = '', ...rest] = LINES;
  const shared = [first, ...rest.map((line) => line.replace('A:', 'B:'))];
  expect(topicOf([1, 1, 1])?.speaker).toBe('A');
  expect(topicOf([], [...LINES, ...aside])?.speaker).toBe('A');
  expect(topicOf([], shared)?.speaker).toBeNull();
});

function sentence(at: number): string | undefined {
  return spokenLines(LINES)[at]?.text;
}
