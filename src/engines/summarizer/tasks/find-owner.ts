import type { MeetingReading } from '../meeting-reading.ts';
import type { TurnReading } from '../model/read-turns.ts';
import { wordsOf } from '../text/content-words.ts';
import { type SpokenSentence, whatWasSaid } from '../text/spoken-sentence.ts';
import type { OwnerFinder } from './owner-names.ts';

const NEAR_SENTENCES = 3;
/** `Bob will order the cables` */
const NAMED = /^(\p{L}+) (?:will|is going to|needs to|has to) /iu;
const CALL = /^(\p{L}+)(?:,\s+(?:you\s+)?|\s+you\s+)(?=\p{L})/iu;

/** The display name of who is to do it, as the network says; null for nobody. */
export function findOwner(
  sentence: SpokenSentence,
  { doers }: TurnReading,
  { sentences, owners }: MeetingReading,
): string | null {
  const [doer] = Object.entries(doers).toSorted((a, b) => b[1] - a[1])[0] ?? ['nobody'];
  if (doer === 'nobody') return null;
  const named = owners.ofName(NAMED.exec(sentence.text)?.[1] ?? '');
  if (named !== null) return named;
  if (doer === 'speaker') return owners.ofSpeaker(sentence.speakerRef);
  if (doer === 'named') return namedNear(sentence, sentences, owners);
  const other =
    doer === 'speaker before'
      ? sentences.slice(0, sentence.index).findLast(({ turn }) => turn !== sentence.turn)
      : sentences.slice(sentence.index).find(({ turn }) => turn !== sentence.turn);
  return other === undefined ? null : owners.ofSpeaker(other.speakerRef);
}

/** `Hannah, you take them at ten` without the name that is called. */
export function withoutCall(said: string, owners: OwnerFinder): string {
  const [call = '', name = ''] = CALL.exec(said) ?? [];
  return call !== '' && owners.ofName(name) !== null ? said.slice(call.length) : said;
}

/** The speaker whose name is said nearest in the same turn. */
function namedNear(
  { index, turn }: SpokenSentence,
  sentences: readonly SpokenSentence[],
  owners: OwnerFinder,
): string | null {
  const near = sentences
    .slice(Math.max(0, index - NEAR_SENTENCES), index + NEAR_SENTENCES + 1)
    .filter((other) => other.turn === turn)
    .toSorted((a, b) => Math.abs(a.index - index) - Math.abs(b.index - index));
  const nameOf = new Map(owners.all.flatMap((name) => wordsOf(name).map((part) => [part, name])));
  const said = near.flatMap((other) => wordsOf(whatWasSaid(other)));
  return said.map((word) => nameOf.get(word)).find((name) => name !== undefined) ?? null;
}
