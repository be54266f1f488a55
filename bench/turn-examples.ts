// The annotated meetings as models/turns/train.py reads them, one line of JSON a meeting and style:
// node bench/turn-examples.ts OUT.jsonl
import { readFileSync, writeFileSync } from 'node:fs';
import { wordsOf } from '../src/adapters/extractive/content-words.ts';
import { dayInZone, writeDay } from '../src/adapters/extractive/calendar.ts';
import { dayPointedTo } from '../src/adapters/extractive/day-pointed-to.ts';
import { modelFiles } from '../src/adapters/extractive/model-files.ts';
import { allDueDates } from '../src/adapters/extractive/resolve-due-date.ts';
import { findOwners } from '../src/adapters/extractive/resolve-owner.ts';
import { cutSentences } from '../src/adapters/extractive/sentences.ts';
import { turnPieces } from '../src/adapters/extractive/turn-pieces.ts';
import { wordPieces } from '../src/adapters/extractive/word-pieces.ts';
import { inputOf, styles, trainingMeetings } from './gold-meetings.ts';

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
          days: [...allDueDates(text, today), ...(pointed === null ? [] : [pointed])].map(({ day }) => writeDay(day)),
        };
      }),
    };
  }),
);
writeFileSync(out, rows.map((row) => JSON.stringify(row)).join('\n'));
