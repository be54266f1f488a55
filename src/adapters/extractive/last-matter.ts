import { contentWords } from './content-words.ts';
import type { SpokenSentence } from './spoken-sentence.ts';

const REACH_SENTENCES = 7;
const ASKED_ABOUT =
  /\b(?:what (?:do|are|should|shall|can|will) we (?:do|doing|going to do) (?:about|with)|what about|how about|how are we (?:doing )?(?:on|with|for)|(?:decided?|decision|talk|talked|hear|heard) (?:about|on)|what happens (?:to|with)|and then there's) ((?:the|our|my|this|that) [\p{L}\p{N}' -]{2,50}?)(?=\s+(?:because|since|when|if|it|is|are|mine|they|that|which|who|i|we|so)\b|[,.?!]|$)/iu;
const INTRODUCED =
  /^(?:(?:one more|one last|the other|another|last|next|first|second|third) (?:thing|point|item|topic),?(?: is)? )?((?:the|our) (?:[\p{L}\p{N}'-]+ ){0,3}[\p{L}\p{N}'-]+)[.]?$/iu;
const SUBJECT =
  /^(?:(?:one more|the other|another|last|next) thing,?(?: is)? )?((?:the|our) (?:[\p{L}\p{N}'-]+ ){0,3}?[\p{L}\p{N}'-]+) (?:is|are|was|were|has|have|keeps?|needs?|does|doesn't|isn't)\b/iu;

/** What is being talked about: the thing last asked about or spoken of as a subject, a few sentences back at most. */
export function lastMatter(
  sentences: readonly SpokenSentence[],
  index: number,
): { text: string; sentence: SpokenSentence; asked: boolean } | null {
  for (let at = index - 1; at >= Math.max(0, index - REACH_SENTENCES); at -= 1) {
    const sentence = sentences[at];
    if (sentence === undefined) return null;
    const asked = ASKED_ABOUT.exec(sentence.text)?.[1];
    const found = asked ?? INTRODUCED.exec(sentence.text)?.[1] ?? SUBJECT.exec(sentence.text)?.[1];
    if (found !== undefined && !/\b(?:is|are|was|were|has|have|had|do|does|did)\b/i.test(found))
      return { text: found.trim(), sentence, asked: asked !== undefined };
  }
  return null;
}

const DEFINITE =
  /\b((?:the|our|my|your) (?:[\p{L}\p{N}'-]+ ){0,2}?[\p{L}\p{N}'-]{3,})(?=[.,?!]|$|\s+(?:is|are|was|were|for|to|in|on|at|of|by|and|or|with|from|before|after|until|then|today|tomorrow|now|this|next|has|have|when|if|because|who|that|which|i|we|you|it|they)\b)/giu;
const REACH_THING_SENTENCES = 4;

/** The thing last named with its article, a few sentences back at most. */
export function lastDefiniteThing(sentences: readonly SpokenSentence[], index: number): { text: string; sentence: SpokenSentence } | null {
  for (let at = index - 1; at >= Math.max(0, index - REACH_THING_SENTENCES); at -= 1) {
    const sentence = sentences[at];
    const found = [...(sentence?.text.matchAll(DEFINITE) ?? [])]
      .map((match) => match[1] ?? '')
      .filter((thing) => contentWords(thing).length > 0);
    const thing = found.at(-1);
    if (sentence !== undefined && thing !== undefined) return { text: thing, sentence };
  }
  return null;
}
