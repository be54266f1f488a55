// The sentences of a meeting as the turns model reads them: the speaker is a number, and so is every
// speaker whose name is said.
import type { SummarySpeaker } from '../../../core/ports.ts';
import { NAMES_THAT_ARE_WORDS } from '../tasks/owner-names.ts';
import { countsOf, wordsOf } from '../text/content-words.ts';
import { type SpokenSentence, whatWasSaid } from '../text/spoken-sentence.ts';
import type { WordPieces } from './wordpiece-tokenizer.ts';

/** With more speakers than this, some share a number. */
const SPEAKER_MARKS = 10;
const MAX_SENTENCE_PIECES = 120;
const WORD = /^([^\p{L}\p{N}_]*)([\p{L}\p{N}_-]+(?:'(?!(?:s|ll|d|re|ve)\b)[\p{L}\p{N}_]+)*)(.*)$/u;
const TITLE = /^(?:mr|mrs|ms|miss|dr|prof|sir|father|sister|nurse|coach|uncle|aunt|mum|dad)\.?\s+/i;

/** The pieces of every sentence; the first says which speaker begins, or that the same one continues. */
export function turnPieces(
  sentences: readonly SpokenSentence[],
  speakers: readonly SummarySpeaker[],
  pieces: WordPieces,
): number[][] {
  const markOf = (at: number): number => pieces.idOf(`[speaker ${at % SPEAKER_MARKS}]`);
  const marks = new Map(speakers.map(({ speakerRef }, at) => [speakerRef, markOf(at)]));
  const goesOn = pieces.idOf('[goes on]');
  const named = namedSpeakers(speakers);
  let turn = -1;
  return sentences.map((sentence) => {
    const mark = sentence.turn === turn ? undefined : marks.get(sentence.speakerRef ?? '');
    turn = sentence.turn;
    const said = whatWasSaid(sentence)
      .split(' ')
      .flatMap((word, at) => {
        const [, before = '', core = '', after = ''] = WORD.exec(word) ?? [];
        const speakerRef = named.get(core.toLowerCase());
        const isWord =
          NAMES_THAT_ARE_WORDS.has(core.toLowerCase()) && (at === 0 || !/^\p{Lu}/u.test(word));
        if (speakerRef === undefined || isWord) return pieces.cut(word);
        return [...pieces.cut(before), marks.get(speakerRef) ?? goesOn, ...pieces.cut(after)];
      });
    return [mark ?? goesOn, ...said].slice(0, MAX_SENTENCE_PIECES);
  });
}

/** Each part of a name that belongs to only one speaker, with that speaker. */
function namedSpeakers(speakers: readonly SummarySpeaker[]): Map<string, string> {
  const parts = speakers.flatMap(({ speakerRef, displayName }) => {
    const plain = displayName.replace(/[([].*?[)\]]/g, '').replace(TITLE, '');
    const named = wordsOf(plain).filter((part) => part.length > 1 && !/^\d+$/.test(part));
    return [...new Set(named)].map((part) => [part, speakerRef] as const);
  });
  const counts = countsOf(parts.map(([part]) => part));
  return new Map(parts.filter(([part]) => counts.get(part) === 1));
}
