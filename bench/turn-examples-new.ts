// The annotated meetings as models/turns/train.py reads them, one line of JSON a meeting and style:
// node bench/turn-examples.ts OUT.jsonl
import { readFileSync, writeFileSync } from 'node:fs';
import { wordsOf } from '../src/adapters/extractive/content-words.ts';
import { modelFiles } from '../src/adapters/extractive/model-files.ts';
import { findOwners } from '../src/adapters/extractive/resolve-owner.ts';
import { cutSentences } from '../src/adapters/extractive/sentences.ts';
import { turnPieces } from '../src/adapters/extractive/turn-pieces.ts';
import { wordPieces } from '../src/adapters/extractive/word-pieces.ts';
import { inputOf, styles, readMeetings } from './gold-meetings.ts';

const [out = 'turn-examples.jsonl'] = process.argv.slice(2);
const pieces = wordPieces(readFileSync(modelFiles.vocabulary, 'utf8').trimEnd().split('\n'));
const rows = readMeetings(new URL('file:///work/notes/all/')).flatMap((meeting) =>
  Object.entries(styles).map(([style, change]) => {
    const input = inputOf(meeting, meeting.lines, change);
    const sentences = cutSentences(input.segments, findOwners(input.speakers).all.flatMap(wordsOf));
    const cut = turnPieces(sentences, input.speakers, pieces);
    return {
      name: meeting.name,
      style,
      speakers: input.speakers.map((speaker) => speaker.displayName),
      lines: meeting.lines,
      decisions: meeting.decisions,
      actionItems: meeting.actionItems,
      sentences: sentences.map(({ turn, speakerRef, segmentRefs, lead, text }, at) => ({
        turn,
        speaker: Number(speakerRef?.slice(1) ?? -1),
        segments: segmentRefs.map((ref) => Number(ref.slice(1))),
        words: wordsOf(`${lead} ${text}`).flatMap((word) => [word, ...word.split('-')]),
        pieces: cut[at],
      })),
    };
  }),
);
writeFileSync(out, rows.map((row) => JSON.stringify(row)).join('\n'));
