// Offers bind once somebody takes them. English.
import { readAnswer, whatWasSaid } from '../text/detect-answer.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { answerTo } from './task-context.ts';
import type { Walk } from './task-context.ts';
import { sameVerb } from '../references/task-antecedent.ts';
import type { TaskWording } from './write-task.ts';

/** An offer binds when it is dated, answers an open question, or is accepted. */
export function offerBinds(walk: Walk, sentence: SpokenSentence, wording: TaskWording): boolean {
  const next = walk.sentences[sentence.index + 1];
  if (
    next?.turn === sentence.turn &&
    /\bbut\b/.test(next.lead) &&
    /\b(?:wouldn't|don't|can't|doubt|won't)\b/i.test(next.text)
  )
    return false;
  if (wording.dueDay !== null) return true;
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
