// True sentences about meetings with the lines that they rest on, and false ones made of them.
import { readFileSync } from 'node:fs';
import type { SummaryInput, SummarySegment } from '../../src/core/ports.ts';
import {
  developmentMeetings,
  inputOf,
} from '../../src/engines/summarizer/training/annotated-meetings.ts';
import type {
  EvidencedItem,
  RealMeeting,
} from '../../src/engines/summarizer/training/real-meetings.ts';
import { contentWords } from '../../src/engines/summarizer/text/content-words.ts';
import { negated, negatedTask, peopleOf, personSwapped } from './change-sentence.ts';

export type Part = 'overview' | 'decision' | 'task';
export type Truth = 'true' | 'negated' | 'other person' | 'other meeting';
/** `places`: the segments that the sentence is said to rest on. */
export type Sentence = { part: Part; text: string; owner: string | null; places: number[] };
export type SupportCase = Sentence & { truth: Truth; input: SummaryInput };
type Minuted = { input: SummaryInput; sentences: Sentence[] };

type WrittenPoint = { text: string; segments: number[]; owner?: string };
type WrittenMinutes = Record<'overview' | 'decisions' | 'actionItems', WrittenPoint[]> & {
  name: string;
};

/** Minutes of written meetings, worded as a language model words them. */
export function writtenCases(): SupportCase[] {
  const path = new URL('written-minutes.json', import.meta.url);
  const minutes = JSON.parse(readFileSync(path, 'utf8')) as WrittenMinutes[];
  const meetings = new Map(developmentMeetings().map((meeting) => [meeting.name, meeting]));
  const sentence =
    (part: Part) =>
    ({ text, segments, owner }: WrittenPoint): Sentence => ({
      part,
      text,
      owner: owner ?? null,
      places: segments,
    });
  return casesOf(
    minutes.flatMap(({ name, overview, decisions, actionItems }) => {
      const meeting = meetings.get(name);
      if (meeting === undefined) throw new Error(`There is no meeting ${name}`);
      const sentences = [
        ...overview.map(sentence('overview')),
        ...decisions.map(sentence('decision')),
        ...actionItems.map(sentence('task')),
      ];
      return [{ input: inputOf(meeting), sentences }];
    }),
  );
}

/** What annotators wrote about meetings of real people, in their own words. */
export function realCases(meetings: readonly RealMeeting[]): SupportCase[] {
  return casesOf(
    meetings.map((meeting) => {
      const placeOf = new Map(meeting.segments.map(({ segmentRef }, at) => [segmentRef, at]));
      const sentence =
        (part: Part) =>
        ({ text, evidence, owners = [] }: EvidencedItem & { owners?: string[] }): Sentence => ({
          part,
          text,
          owner: owners.length === 1 ? (owners[0] ?? null) : null,
          places: [...new Set(evidence.map(({ segmentRef }) => placeOf.get(segmentRef) ?? 0))],
        });
      const { abstract, decisions, actionItems } = meeting.annotations;
      const sentences = [
        ...abstract.map(sentence('overview')),
        ...(decisions ?? []).map(sentence('decision')),
        ...(actionItems ?? []).map(sentence('task')),
      ];
      return { input: meeting, sentences: sentences.filter(({ places }) => places.length > 0) };
    }),
  );
}

function casesOf(minuted: readonly Minuted[]): SupportCase[] {
  return minuted.flatMap(({ input, sentences }, at) => {
    // Meetings of one group follow each other, so the other one is taken from far away.
    const far = minuted[(at + Math.ceil(minuted.length / 2)) % minuted.length];
    return [
      ...sentences.flatMap((sentence) => aboutSentence(sentence, input)),
      ...fromElsewhere(far?.sentences ?? [], input),
    ];
  });
}

function aboutSentence(sentence: Sentence, input: SummaryInput): SupportCase[] {
  const people = peopleOf(input.speakers.map(({ displayName }) => displayName));
  const { part, text, owner } = sentence;
  const contrary = part === 'task' ? negatedTask(text) : negated(text);
  const swapped = personSwapped(text, people);
  const names = people.map(({ displayName }) => displayName);
  const other = owner === null ? null : (names[(names.indexOf(owner) + 1) % names.length] ?? null);
  const isSwapped = swapped !== null || (part === 'task' && other !== null);
  return [
    { ...sentence, truth: 'true', input },
    ...(contrary === null
      ? []
      : [{ ...sentence, text: contrary, truth: 'negated', input } as const]),
    ...(isSwapped
      ? [
          {
            ...sentence,
            text: swapped ?? text,
            owner: other,
            truth: 'other person',
            input,
          } as const,
        ]
      : []),
  ];
}

/** A sentence about another meeting, resting on those lines of this one that are nearest to it. */
function fromElsewhere(sentences: readonly Sentence[], input: SummaryInput): SupportCase[] {
  const lines = input.segments.map(({ text }: SummarySegment) => new Set(contentWords(text)));
  return sentences.map((sentence) => {
    const words = [...new Set(contentWords(sentence.text))];
    const near = lines
      .map((line, at) => ({ at, common: words.filter((word) => line.has(word)).length }))
      .sort((one, other) => other.common - one.common)
      .slice(0, sentence.places.length);
    const places = near.map(({ at }) => at);
    return { ...sentence, owner: null, places, truth: 'other meeting', input };
  });
}
