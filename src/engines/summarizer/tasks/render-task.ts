// How a task stands in the minutes, apart from who said it: the last step, when it is found,
// weighed and dated. English.
import { asDeed } from '../text/to-imperative.ts';
import { contentWords, wordsOf } from '../text/content-words.ts';
import type { FoundTask } from '../found-item.ts';
import { OBJECT, WHICH } from '../references/name-task-antecedent.ts';
import { quoteMatter } from '../references/quote-antecedent.ts';
import type { OwnerFinder } from './resolve-owner.ts';
import { sourceOf } from '../source-of.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import { turnPersons } from '../text/shift-pronouns.ts';

/** `Call her two references`, `a letter that says they're in` point to nothing. */
const POINTS =
  /\b(?:it|them|'em|him|this|these|those|one|ones|there|some|both)\b(?!')|\b(?:her|that)\b(?=$|[,.]| (?:to|in|on|at|by|as|with|for|from|up|out|off|over|before|after|when|and|into|back|first|about|of)\b)/i;
const ASKING: readonly string[] = ['asks', 'wonders', 'you do', 'commands', 'I choose'];

export function tellTask(task: FoundTask, acts: readonly SpeechAct[], owners: OwnerFinder): string {
  const [bracket = '', matter = ''] = / \(([^()]*)\)$/.exec(task.text) ?? [];
  const bare = task.text.slice(0, task.text.length - bracket.length);
  const names = new Set(owners.all.flatMap(wordsOf));
  const deed = asDeed(bare, names);
  const source = sourceOf(bare, task.at, acts);
  const speaker = owners.ofSpeaker(source?.sentence.speakerRef ?? null);
  const listener = source === null ? null : listenerOf(source, acts, owners);
  const told =
    speaker === null
      ? deed
      : turnPersons(deed, { speaker, owner: task.ownerDisplayName, listener });
  const quoted = bracket === '' || saysItself(bare) ? null : quoteMatter(matter);
  return quoted === null ? told : `${told} (${quoted})`;
}

function saysItself(bare: string): boolean {
  const points = POINTS.test(bare) || OBJECT.test(bare) || WHICH.test(bare);
  return !points && contentWords(bare).length > 0 && /\b(?:her|his|their|that)\b/i.test(bare);
}

/** The other of two; else who spoke just before and asked for something. */
function listenerOf(
  { sentence }: SpeechAct,
  acts: readonly SpeechAct[],
  owners: OwnerFinder,
): string | null {
  const speaker = owners.ofSpeaker(sentence.speakerRef);
  if (owners.all.length === 2) return owners.all.find((name) => name !== speaker) ?? null;
  const before = acts.slice(0, sentence.index).findLast((act) => act.sentence.turn < sentence.turn);
  if (before === undefined || sentence.turn - before.sentence.turn !== 1) return null;
  return before.sentence.isQuestion || ASKING.includes(before.form)
    ? owners.ofSpeaker(before.sentence.speakerRef)
    : null;
}
