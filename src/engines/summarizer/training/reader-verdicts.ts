// How a reader who was not there found 1,056 sentences of the training meetings, as a summary tells them.
import { wordsOf } from '../text/content-words.ts';
import { readArchive } from './read-archive.ts';

type Verdict = {
  readonly meeting: string;
  readonly text: string;
  /** 0 unclear, 1 passable, 2 good. */
  readonly reads: number;
};

const verdicts = new Map(
  readArchive<Verdict>(new URL('real-readable.jsonl.gz', import.meta.url)).map(
    ({ meeting, text, reads }) => [keyOf(meeting, text), reads],
  ),
);

/** 0 unclear, 1 passable, 2 good; undefined if nobody judged the sentence. */
export function verdictOn(meeting: string, told: string): number | undefined {
  return verdicts.get(keyOf(meeting, told));
}

function keyOf(meeting: string, text: string): string {
  return [meeting, ...wordsOf(text)].join(' ');
}
