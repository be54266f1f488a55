import { contentWords } from '../text/content-words.ts';

/** What any task is asked for: `When can I have it?`, `When would you be done?` */
const ASKED_OF_ANY =
  /\b(?:when(?:'s|'re|'ll|'d)?|have|get|got|see|do|doing|done|need|needed|want|send|sent|finish(?:ed)?|ready|expect|start|due|deadline|date|day|time|work|works|good|okay|ok|latest|realistic(?:ally)?|possible|manage|here|hear|know)\b/gi;

/** `When's he back?` */
const WHERE_SOMEBODY_IS = /\bwhen(?:'s| is| are|'re) (?:s?he|they)\b/i;

/** True for a question after another event than a task with these words: `When's he back?`, `When's the board?` */
export function asksWhenElse(question: string, words: readonly string[]): boolean {
  if (!/\bwhen\b/i.test(question)) return false;
  return (
    WHERE_SOMEBODY_IS.test(question) ||
    contentWords(question.replace(ASKED_OF_ANY, ' ')).some((word) => !words.includes(word))
  );
}
