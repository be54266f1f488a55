// What the turns model takes for a task. English.
import { capitalise } from '../text/clean-speech.ts';
import { wordsOf } from '../text/content-words.ts';
import { whatWasSaid } from '../text/detect-answer.ts';
import type { TurnReading } from './read-turns.ts';
import { resolveDueDate } from '../dates/resolve-due-date.ts';
import type { OwnerFinder } from '../tasks/resolve-owner.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { Walk } from '../tasks/task-context.ts';
import { named } from '../references/task-antecedent.ts';
import { writeTask } from '../tasks/write-task.ts';
import type { TaskWording } from '../tasks/write-task.ts';

/** Less likely than this no sentence is considered. */
const LEAST_LIKELIHOOD = 0.1;
const NAMED_WITHIN_SENTENCES = 3;
const DEED =
  /\b(?:i'll|i will|i'm going to|i'm gonna|let me|i can|i could|can you|could you|would you|will you|you can|you could|you'll|please|i need you to|we need to|(?:somebody|someone) (?:needs|has) to)\s+(?:also |just |then |please |maybe )*(.+)/i;

/** A task that no rule found; null when the sentence hardly is one. */
export function taskRead(
  walk: Walk,
  sentence: SpokenSentence,
  reading: TurnReading | null | undefined,
): { wording: TaskWording; owner: string | null } | null {
  if (reading === null || reading === undefined || reading.tasks < LEAST_LIKELIHOOD) return null;
  const said = withoutCall(sentence.text.replace(/[\s,.;:!?]+$/, ''), walk.owners);
  if (/\b(?:can|could|would|will) you$/i.test(said)) return null;
  const deed = DEED.exec(said)?.[1];
  const written = deed === undefined ? null : writeTask(deed, walk.today);
  const plain = written ?? { text: capitalise(said), dueDay: null, pointsBack: false };
  const wording = {
    ...plain,
    dueDay: plain.dueDay ?? resolveDueDate(said, walk.today)?.day ?? null,
  };
  const full = wording.pointsBack ? (named(walk, sentence, wording) ?? wording) : wording;
  return { wording: { ...full, pointsBack: false }, owner: doerOf(walk, sentence, reading) };
}

/** `Hannah, you take them at ten` without the name that is called. */
function withoutCall(said: string, owners: OwnerFinder): string {
  const [call = '', name = ''] =
    /^(\p{L}+)(?:,\s+(?:you\s+)?|\s+you\s+)(?=\p{L})/iu.exec(said) ?? [];
  return call !== '' && owners.ofName(name) !== null ? said.slice(call.length) : said;
}

function doerOf(walk: Walk, sentence: SpokenSentence, { doers }: TurnReading): string | null {
  const [doer] = Object.entries(doers).toSorted((a, b) => b[1] - a[1])[0] ?? ['nobody'];
  if (doer === 'nobody') return null;
  if (doer === 'speaker') return walk.owners.ofSpeaker(sentence.speakerRef);
  if (doer === 'named') return namedNear(walk, sentence);
  const step = doer === 'speaker before' ? -1 : 1;
  for (let at = sentence.index; at >= 0 && at < walk.sentences.length; at += step) {
    const other = walk.sentences[at];
    if (other !== undefined && other.turn !== sentence.turn)
      return walk.owners.ofSpeaker(other.speakerRef);
  }
  return null;
}

/** The speaker whose name is said nearest in the same turn. */
function namedNear(walk: Walk, sentence: SpokenSentence): string | null {
  const near = walk.sentences
    .slice(
      Math.max(0, sentence.index - NAMED_WITHIN_SENTENCES),
      sentence.index + NAMED_WITHIN_SENTENCES + 1,
    )
    .filter((other) => other.turn === sentence.turn)
    .toSorted((a, b) => Math.abs(a.index - sentence.index) - Math.abs(b.index - sentence.index));
  const said = near.flatMap((other) => wordsOf(whatWasSaid(other)));
  const parts = new Map(
    walk.owners.all.flatMap((name) => wordsOf(name).map((part) => [part, name] as const)),
  );
  return said.map((word) => parts.get(word)).find((name) => name !== undefined) ?? null;
}
