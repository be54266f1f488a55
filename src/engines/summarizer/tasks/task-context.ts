// What stands around a task in the conversation: the answer to it, the need for it, the day named beside it. English.
import type { Day } from '../dates/calendar.ts';
import { wordsOf } from '../text/content-words.ts';
import type { FoundTask } from '../found-item.ts';
import { readAnswer, whatWasSaid } from '../text/detect-answer.ts';
import type { OwnerFinder } from './resolve-owner.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';

/** How long a free or fresh task can be taken up or dated. */
export const REACH_TURNS = 4;

export interface Walk {
  readonly sentences: readonly SpokenSentence[];
  readonly acts: readonly SpeechAct[];
  readonly owners: OwnerFinder;
  readonly today: Day | null;
  readonly tasks: FoundTask[];
  latest: FoundTask | null;
}

/** `You should repeat it.` `Okay, I'll rerun it.`: advice becomes a task when it is taken. */
export function takesOn(walk: Walk, sentence: SpokenSentence): boolean {
  const reply = answerTo(walk, sentence, null);
  if (reply === null || readAnswer(reply) !== 'accepts') return false;
  const turn = walk.sentences
    .slice(reply.index, reply.index + 3)
    .filter((other) => other.turn === reply.turn);
  return turn.some((other) =>
    /\b(?:i'll|i will|will do|i can|on it|doing it|i'm going to|you got it|consider it done|yes,? (?:ma'am|sir|boss|chef)|ten four|it will be)\b/i.test(
      whatWasSaid(other),
    ),
  );
}

/** `I'll send you a link.` `Send it to my private address.`: the same task. */
export function saysMoreOf(task: string, wording: string): boolean {
  const again = /^(\p{L}+) (?:it|them)\b/iu.exec(wording);
  return again !== null && again[1]?.toLowerCase() === wordsOf(task)[0];
}

/** The first sentence of the next turn; when an owner is named, of that person's next turn within reach. */
export function answerTo(
  walk: Walk,
  sentence: SpokenSentence,
  owner: string | null,
): SpokenSentence | null {
  for (let at = sentence.index + 1; at < walk.sentences.length; at += 1) {
    const next = walk.sentences[at];
    if (next === undefined || next.turn - sentence.turn > 2) return null;
    if (next.turn === sentence.turn) continue;
    if (owner === null || walk.owners.ofSpeaker(next.speakerRef) === owner) return next;
  }
  return null;
}

export function otherOfTwo(walk: Walk, sentence: SpokenSentence): string | null {
  const speaker = walk.owners.ofSpeaker(sentence.speakerRef);
  if (walk.owners.all.length !== 2 || speaker === null) return null;
  return walk.owners.all.find((name) => name !== speaker) ?? null;
}
