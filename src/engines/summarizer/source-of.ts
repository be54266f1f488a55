import { wordsOf } from './text/content-words.ts';
import type { SpeechAct } from './text/speech-acts.ts';

const OPENING_WORDS = 3;
const REACH_SENTENCES = 12;

/** The sentence, at `at` or shortly before, that the words of an item come from; null when it is none alone. */
export function sourceOf(
  wording: string,
  at: number,
  acts: readonly SpeechAct[],
): SpeechAct | null {
  const start = wordsOf(wording).slice(0, OPENING_WORDS).join(' ');
  for (let place = at; place >= Math.max(0, at - REACH_SENTENCES); place -= 1) {
    const act = acts[place];
    if (act !== undefined && ` ${act.sentence.words.join(' ')} `.includes(` ${start} `)) return act;
  }
  return null;
}
