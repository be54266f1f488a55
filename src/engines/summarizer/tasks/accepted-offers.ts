// Promises under a condition and offers: they bind once somebody takes them. English.
import { contentWords, overlap } from '../text/content-words.ts';
import { findOffer, findUndertaking } from './find-commitments.ts';
import type { Undertaking } from './find-commitments.ts';
import { agrees, readAnswer, whatWasSaid } from '../text/detect-answer.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { answerTo, neededBefore } from './task-context.ts';
import type { Walk } from './task-context.ts';
import { sameVerb } from '../references/task-antecedent.ts';
import type { TaskWording } from './write-task.ts';

const SAME_TASK = 0.5;
const WELCOMES =
  /\b(?:please|go on|would you|if you (?:would|could|don't mind)|thanks|thank you|bless you|you're a (?:star|gem|pet|saint)|that'd be|that would be)\b/i;

/** `I'll send him round Thursday if somebody's in.` `That works.`: the condition is met by the answer. */
export function acceptedPromise(
  walk: Walk,
  sentence: SpokenSentence,
  clause: string,
): Undertaking | null {
  const unconditioned = clause.replace(
    /,?\s+(?:if(?! you (?:want|like|need|wish))|as long as|provided)\s.+$/i,
    '',
  );
  if (unconditioned === clause || sentence.isQuestion) return null;
  const reply = answerTo(walk, sentence, null);
  if (
    reply === null ||
    !walk.sentences
      .slice(reply.index, reply.index + 2)
      .some((other) => other.turn === reply.turn && agrees(other))
  )
    return null;
  return findUndertaking(unconditioned, false);
}

/** `Shall I tell the school?` `Please do.` */
export function acceptedOffer(
  walk: Walk,
  sentence: SpokenSentence,
  clause: string,
): Undertaking | null {
  const offer = findOffer(clause);
  const reply = offer === null ? null : answerTo(walk, sentence, null);
  if (reply === null) return null;
  const said = whatWasSaid(reply);
  return agrees(reply) || (WELCOMES.test(said) && !/\b(?:no|not|don't|won't)\b/i.test(said))
    ? offer
    : null;
}

/** An offer binds when it is dated, answers an open question, or is accepted. */
export function offerBinds(walk: Walk, sentence: SpokenSentence, wording: TaskWording): boolean {
  const next = walk.sentences[sentence.index + 1];
  if (
    next?.turn === sentence.turn &&
    /\bbut\b/.test(next.lead) &&
    /\b(?:wouldn't|don't|can't|doubt|won't)\b/i.test(next.text)
  )
    return false;
  if (wording.pointsBack)
    return (
      wording.dueDay !== null ||
      walk.free !== null ||
      walk.latest !== null ||
      neededBefore(walk, sentence)
    );
  if (wording.dueDay !== null) return true;
  if (
    walk.free !== null &&
    overlap(contentWords(wording.text), contentWords(walk.free.wording.text)) >= SAME_TASK
  )
    return true;
  const reply = answerTo(walk, sentence, null);
  return (
    reply !== null &&
    (readAnswer(reply) === 'accepts' ||
      sameVerb(reply.text, wording.text) ||
      /\b(?:thanks|thank you|please do|that would be|that'd be|would be (?:great|good|lovely|perfect)|(?:would|could) you(?: really)?(?=\??$)|if you (?:would|could)|go on|you're an? (?:angel|star|gem|pet|saint|legend|hero)|bless you|very good|wonderful|lovely|brilliant)\b/i.test(
        whatWasSaid(reply),
      ))
  );
}
