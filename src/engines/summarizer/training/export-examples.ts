// The annotated meetings as src/engines/summarizer/training/train.py reads them, one line of JSON a meeting and style:
// node src/engines/summarizer/training/export-examples.ts OUT.jsonl
import { readFileSync, writeFileSync } from 'node:fs';
import { wordsOf } from '../text/content-words.ts';
import { dayInZone, writeDay } from '../dates/calendar.ts';
import { dayPointedTo } from '../dates/referenced-date.ts';
import { modelFiles } from '../model/model-files.ts';
import { allDueDates } from '../dates/resolve-due-date.ts';
import { findOwners } from '../tasks/resolve-owner.ts';
import { cutSentences } from '../text/sentences.ts';
import { turnPieces } from '../model/encode-turns.ts';
import { wordPieces } from '../model/wordpiece-tokenizer.ts';
import { inputOf, styles, trainingMeetings } from './annotated-meetings.ts';

const [out = 'turn-examples.jsonl'] = process.argv.slice(2);
const pieces = wordPieces(readFileSync(modelFiles.vocabulary, 'utf8').trimEnd().split('\n'));
const rows = trainingMeetings().flatMap((meeting) =>
  Object.entries(styles).map(([style, change]) => {
    const input = inputOf(meeting, meeting.lines, change);
    const sentences = cutSentences(input.segments, findOwners(input.speakers).all.flatMap(wordsOf));
    const today = input.startedAt === null ? null : dayInZone(input.startedAt, input.timezone);
    const cut = turnPieces(sentences, input.speakers, pieces);
    return {
      name: meeting.name,
      style,
      keptFromNetwork: meeting.keptFromNetwork,
      speakers: input.speakers.map((speaker) => speaker.displayName),
      lines: meeting.lines,
      decisions: meeting.decisions,
      actionItems: meeting.actionItems,
      sentences: sentences.map((sentence, at) => {
        const { turn, speakerRef, segmentRefs, lead, text } = sentence;
        const pointed = dayPointedTo(sentence, sentences, today);
        return {
          turn,
          speaker: Number(speakerRef?.slice(1) ?? -1),
          segments: segmentRefs.map((ref) => Number(ref.slice(1))),
          words: wordsOf(`${lead} ${text}`).flatMap((word) => [word, ...word.split('-')]),
          pieces: cut[at],
          days: [...allDueDates(text, today), ...(pointed === null ? [] : [pointed])].map(
            ({ day }) => writeDay(day),
          ),
        };
      }),
    };
  }),
);
writeFileSync(out, rows.map((row) => JSON.stringify(row)).join('\n'));
