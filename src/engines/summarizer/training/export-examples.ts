// Exports the meetings for train.py, one line of JSON per meeting and style:
// node src/engines/summarizer/training/export-examples.ts OUT.jsonl
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { SummaryInput } from '../../../core/ports.ts';
import { dayInZone, writeDay } from '../dates/calendar.ts';
import { allDueDates } from '../dates/resolve-due-date.ts';
import { turnPieces } from '../model/encode-turns.ts';
import { modelFiles } from '../model/model-files.ts';
import { wordPieces } from '../model/wordpiece-tokenizer.ts';
import { findOwners } from '../tasks/owner-names.ts';
import { wordsOf } from '../text/content-words.ts';
import { cutSentences } from '../text/sentences.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { inputOf, styles, trainingMeetings } from './annotated-meetings.ts';
import type { Style, TrainingMeeting } from './annotated-meetings.ts';
import { sentencesOfEvidence, sentencesThatSay } from './locate-evidence.ts';
import { realTrainingMeetings } from './real-meetings.ts';
import type { EvidencedItem, RealMeeting } from './real-meetings.ts';

type Read = { input: SummaryInput; sentences: SpokenSentence[] };

const pieces = wordPieces(readFileSync(modelFiles.vocabulary, 'utf8').trimEnd().split('\n'));

exportExamples(process.argv[2] ?? 'turn-examples.jsonl');

function exportExamples(out: string): void {
  const file = openSync(out, 'w');
  for (const [style, change] of Object.entries(styles)) {
    for (const meeting of trainingMeetings())
      writeSync(file, `${JSON.stringify({ style, ...writtenRow(meeting, change) })}\n`);
    for (const meeting of realTrainingMeetings())
      writeSync(file, `${JSON.stringify({ style, ...realRow(meeting, change) })}\n`);
  }
  closeSync(file);
}

function writtenRow(meeting: TrainingMeeting, change: Style): object {
  const read = readSentences(inputOf(meeting, meeting.lines, change));
  const { name, keptFromNetwork, lines, decisions, actionItems } = meeting;
  return { name, keptFromNetwork, lines, decisions, actionItems, real: null, ...shared(read) };
}

function realRow(meeting: RealMeeting, change: Style): object {
  const segments = meeting.segments.map((one) => ({ ...one, text: change(one.text) }));
  const read = readSentences({ ...meeting, segments });
  const { decisions, actionItems, decisionsAndTasks } = meeting.annotations;
  const speakers = meeting.speakers.map((speaker) => speaker.displayName);
  const place = (item: EvidencedItem): { at: number[]; around: number[] } => {
    const around = sentencesOfEvidence(item.evidence, read.sentences);
    return { at: sentencesThatSay(item.text, around, read.sentences), around };
  };
  const real = {
    decisions: (decisions ?? []).map(place),
    tasks: (actionItems ?? []).map((item) => ({
      ...place(item),
      owners: item.owners.map((owner) => speakers.indexOf(owner)).filter((owner) => owner >= 0),
    })),
    either: (decisionsAndTasks ?? []).map(place),
  };
  return { name: meeting.source.id, keptFromNetwork: false, real, ...shared(read) };
}

function readSentences(input: SummaryInput): Read {
  const { words } = findOwners(input.speakers);
  return { input, sentences: cutSentences(input.segments, words) };
}

function shared({ input, sentences }: Read): object {
  const today = input.startedAt === null ? null : dayInZone(input.startedAt, input.timezone);
  const cut = turnPieces(sentences, input.speakers, pieces);
  const segments = new Map(input.segments.map(({ segmentRef }, at) => [segmentRef, at]));
  const speakers = new Map(input.speakers.map(({ speakerRef }, at) => [speakerRef, at]));
  return {
    speakers: input.speakers.map((speaker) => speaker.displayName),
    sentences: sentences.map((sentence, at) => {
      const { turn, speakerRef, segmentRefs, lead, text } = sentence;
      const days = allDueDates(text, today);
      return {
        turn,
        speaker: speakers.get(speakerRef ?? '') ?? -1,
        segments: segmentRefs.map((ref) => segments.get(ref)),
        words: wordsOf(`${lead} ${text}`).flatMap((word) => [word, ...word.split('-')]),
        pieces: cut[at],
        days: days.map(({ day }) => writeDay(day)),
      };
    }),
  };
}
