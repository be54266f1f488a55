// Decisions that nobody calls one: `Nine thirty, then.`, `Okay, we do it that way.`, `So Bob goes this year.` English.
import { capitalise } from './clean-speech.ts';
import { contentWords, wordsOf } from './content-words.ts';
import type { FoundDecision } from './found-item.ts';
import { isConditional, isWish, withoutCourtesy } from './judge-mood.ts';
import { lastDefiniteThing, lastMatter } from './last-matter.ts';
import { agrees, readAnswer, settles } from './read-answer.ts';
import type { OwnerFinder } from './resolve-owner.ts';
import type { SpokenSentence } from './spoken-sentence.ts';

const REACH_TURNS = 6;
const REACH_SENTENCES = 14;
const RESTATED = 0.6;
/** `…, then` closes by itself. */
const RESTATED_THEN = 0.4;
const LONGEST_FRAGMENT_WORDS = 12;
const LONGEST_NOD_WORDS = 6;

const CLOSES = /\b(?:okay|ok|alright|all right|then|fine|good|great|perfect|agreed|deal|cool|done|in that case|right|settled)\b/;
const IT_IS = /^(.{3,80}?),? it is(?:,? then)?[.!]?$/i;
const NO_VERDICT =
  /\b(?:how|what|where|as|who|why|like|think|say|said|way|whatever|than|that|there|here|know|see|yes|yeah|no|if|whether|sure|hope|so|of course|indeed)$/i;
const HAS_VERB =
  /\b(?:is|are|was|were|be|been|do|does|did|have|has|had|will|would|can|could|should|may|might|must|i|we|you|he|she|they|it|there|this|what|who|how|why|when|where|because|sure|sounds?|looks?|works?|makes?|seems?|thinks?|means?|know|guess|need|want|like|going|gonna|let's|thanks?|thank|hello|question|else|point|item|topic)\b|^next\b|'(?:s|re|ll|ve|d|m)\b/i;
const WE_DO =
  /^(?:we|we're|we are|we'll|we will)\s+(?:just |then |now |all |simply |also |only )*(?!(?:have|having|need|know|think|want|see|get|are|were|be|had|did|could|should|would|can|can't|might|may|must|feel|hope|believe|like|love|hate|mean|guess|said|say(?! (?:yes|no)\b)|talk|talking|discuss|look|looking|wait and|going|lost|won|went|came|made|took|saw|ran|got|met|sent|told|found|built|left|kept|gave|spoke|never|always|usually|used|used to|not sure|done|finished|vote|find|come|still|already|probably|both|all|only|actually|really|don't|didn't|haven't|aren't|weren't|wouldn't|couldn't|here|back|good|fine|late|ready|live|work|help)\b)(\p{L}+)\b(.*)/iu;
const PAST = /(?:ed|ought|aid|elt|ept)$/i;
const BACK =
  /^(?:it|that|this|so|them|these|those|the same|one|both|all)(?=[\s.,]*$|,|\s+(?:again|way|that way|this way|then|as|in|on|from|until|till|for|with|instead|now|and)\b)|^(?:\s*(?:that|this|it) way)/i;
const PERSON_DOES =
  /^(\p{L}[\p{L}'-]+) ((?:goes|takes|gets|leads|runs|presents|stays|joins|covers|hosts|chairs|drives|moderates|speaks|keeps|does)\b.+)/iu;
const THING_WAITS = /^(?:it|that|this|they) ((?:waits?|stays?|goes|go|moves?|starts?|remains?|happens?|gets?)\b.+)/i;
const THING_DOES =
  /^(?!(?:it|that|this|they|there|he|she|i|you|we|who|what|which|everything|nothing|something|everybody|everyone|nobody|people|life|time|one|or|if|before|after|until|when|while|since|by|once|because|as)\b)((?:the |our )?[\p{L}\p{N}'-]+(?: [\p{L}\p{N}'-]+){0,4}? (?:becomes?|stays?|remains?|waits?|moves? to|goes (?:in|out|on|to|into|with|live)|go (?:in|out|live))\b.*)$/iu;
const DO_BACK = /^(?:merge|fix|ship|leave|take|put|move|drop|keep|cut|skip|send|cancel|buy|sell|do|try|use) (?:it|that|this|them)\b/i;
const DO_IT_NOW =
  /^(?:do|add|use|take|keep|leave|make|put|move|cut|drop|hire|buy|sell|split|skip|start|stop|try|offer|ship|roll|run|send|close|open|raise|lower|order|book|cancel|postpone|merge|switch)\b(?!.*\b(?:you|me|please)\b).{8,}/i;
const SUGGESTS =
  /^(?:just |maybe )?(?:do|add|use|take|keep|leave|make|put|move|cut|drop|hire|buy|sell|split|skip|start|stop|try|offer|ship|run|send|close|open|raise|lower|show|give|ask|charge|invite|replace|paint|print|rent|bring|one|two)\b/i;

interface Suggestion {
  readonly sentence: SpokenSentence;
  readonly text: string;
}

/** What is settled by this sentence, given what was suggested before and answered after; null when nothing is. */
export function findSettlement(
  sentences: readonly SpokenSentence[],
  sentence: SpokenSentence,
  proposal: Suggestion | null,
  owners: OwnerFinder,
): FoundDecision | null {
  const text = withoutCourtesy(sentence.text);
  const asksConsent = /,? (?:is that|that's|are we) (?:okay|ok|alright|all right|fine|good)\??$/i.test(text);
  if ((sentence.isQuestion && !asksConsent) || isConditional(text) || isWish(text)) return null;
  const whole = text.replace(/,? (?:is that|that's|are we) (?:okay|ok|alright|all right|fine|good)\??$/i, '').replace(/[.!?]+$/, '');
  const said =
    /^(?:you (?:convinced|got|sold) me|i'm (?:convinced|sold)|that's (?:true|fair|settled)|i agree|you're right|fair enough),?\s+(?:so |then )?(we\b.+)$/i.exec(
      whole,
    )?.[1] ?? whole;
  const answers = turnAfter(sentences, sentence);
  if (answers.some((answer) => readAnswer(answer) === 'refuses')) return null;
  const accepted = answers.slice(0, 2).some(agrees);
  const nodded = nodBefore(sentences, sentence);
  const closing = CLOSES.test(sentence.lead) || /,? then$/i.test(said) || nodded || (/\bso\b/.test(sentence.lead) && accepted);
  const make = (wording: string, from: Suggestion | null = null): FoundDecision | null =>
    decision(sentence, answers.find(agrees) ?? null, from, wording);

  const verdict = IT_IS.exec(said);
  if (verdict?.[1] !== undefined && !NO_VERDICT.test(verdict[1].trim()) && wordsOf(verdict[1]).length <= 8)
    return make(verdict[1], restatedIn(sentences, sentence, verdict[1], proposal));

  const person = PERSON_DOES.exec(said.replace(/^.*\b(?:okay|ok|so|then|alright)\s+(?=\p{L}+ (?:takes|goes|gets|leads)\b)/iu, ''));
  const ledIn = closing || /\b(?:okay|ok|so|then|alright)\s+\p{L}+ (?:takes|goes|gets|leads)\b/iu.test(said);
  if (
    person?.[1] !== undefined &&
    owners.ofName(person[1]) !== null &&
    (ledIn || accepted || /\bso\b/.test(sentence.lead)) &&
    !BACK.test(restOf(person[2]))
  )
    return make(person[0]);

  const thing = closing || accepted ? THING_WAITS.exec(said) : null;
  const matter = thing === null ? null : lastMatter(sentences, sentence.index);
  if (thing?.[1] !== undefined && matter !== null)
    return make(`${matter.text} ${thing[1]}`, { sentence: matter.sentence, text: `${matter.text} ${thing[1]}` });

  if (THING_DOES.test(said) && (CLOSES.test(sentence.lead) || nodded || echoesQuestion(sentences, sentence))) return make(said);
  if (DO_BACK.test(said) && /\b(?:then|okay|ok|alright|in that case)\b/.test(sentence.lead) && accepted) {
    const meant = lastDefiniteThing(sentences, sentence.index);
    return meant === null || meant.sentence.turn < sentence.turn - 1
      ? null
      : make(`${said} (${meant.text})`, { sentence: meant.sentence, text: `${said} (${meant.text})` });
  }
  if (isFragment(said)) return fragmentSettled(sentences, sentence, said, proposal, closing, accepted, make);

  const doing = WE_DO.exec(said);
  if (doing?.[1] !== undefined && !PAST.test(doing[1]) && !answersWhatIf(sentences, sentence)) {
    const ready = closing || accepted || (/\bso\b/.test(sentence.lead) && (proposal !== null || agreedBefore(sentences, sentence)));
    if (!ready) return null;
    if (!BACK.test((doing[2] ?? '').trim()))
      return make(said.replace(/^we(?:'re| are)\s+/i, 'We are '), pointsBackTo(sentences, sentence, said, proposal));
    const suggested = proposal ?? lastSuggestion(sentences, sentence);
    return suggested === null ? null : make(suggested.text, suggested);
  }
  if (
    /\b(?:then|okay|ok|alright|in that case)\b/.test(sentence.lead) &&
    DO_IT_NOW.test(said) &&
    !BACK.test(restOf(said)) &&
    !/^(?:it|that|this|them)\b/i.test(restOf(said)) &&
    answers.some(settlesOrDoes)
  )
    return make(said);
  return null;
}

/** `And the handover on Monday stays?` `The handover on Monday stays.` */
function echoesQuestion(sentences: readonly SpokenSentence[], sentence: SpokenSentence): boolean {
  const before = sentences[sentence.index - 1];
  if (before === undefined || before.turn !== sentence.turn - 1 || !before.isQuestion) return false;
  const asked = new Set(tellingWords(before.text));
  return tellingWords(sentence.text).every((word) => asked.has(word));
}

/** `If it fails, what do we do?` `Then we roll back.` */
function answersWhatIf(sentences: readonly SpokenSentence[], sentence: SpokenSentence): boolean {
  const before = sentences[sentence.index - 1];
  return before !== undefined && before.turn === sentence.turn - 1 && /\b(?:if|what happens|in case|suppose)\b/i.test(before.text);
}

/** `We move it by two weeks`: the proposal says what. */
function pointsBackTo(
  sentences: readonly SpokenSentence[],
  sentence: SpokenSentence,
  said: string,
  proposal: Suggestion | null,
): Suggestion | null {
  return /\b(?:it|that|them|those)\b/i.test(said) ? restatedIn(sentences, sentence, said, proposal, RESTATED_THEN) : null;
}

/** `One now, one after the round.`: words of the last turns said again by way of closing, and nobody minds. */
function fragmentSettled(
  sentences: readonly SpokenSentence[],
  sentence: SpokenSentence,
  said: string,
  proposal: Suggestion | null,
  closing: boolean,
  accepted: boolean,
  make: (wording: string, from?: Suggestion | null) => FoundDecision | null,
): FoundDecision | null {
  const wording = said.replace(/^.*\b(?:okay|ok) so\s+/i, '').replace(/,? then$/i, '');
  const inner = wording !== said && /\b(?:okay|ok) so\s/i.test(said);
  if (!(closing || inner) || !(accepted || agreedBefore(sentences, sentence))) return null;
  if (answersRepeat(sentences, sentence, wording) && /,? then$/i.test(said)) return make(wording);
  const from = restatedIn(
    sentences,
    sentence,
    wording,
    proposal,
    /,? then$/i.test(said) || severalAgree(sentences, sentence) ? RESTATED_THEN : RESTATED,
  );
  return from === null ? null : make(wording, from.text === '' ? null : from);
}

function severalAgree(sentences: readonly SpokenSentence[], sentence: SpokenSentence): boolean {
  const near = sentences
    .slice(sentence.index + 1, sentence.index + 6)
    .filter((other) => other.turn <= sentence.turn + 2 && other.speakerRef !== sentence.speakerRef);
  return new Set(near.filter(agrees).map((other) => other.speakerRef)).size > 1;
}

/** `The ninth then.` `The ninth is fine.` */
function answersRepeat(sentences: readonly SpokenSentence[], sentence: SpokenSentence, wording: string): boolean {
  const words = tellingWords(wording);
  return turnAfter(sentences, sentence).some((answer) => agrees(answer) && words.some((word) => wordsOf(answer.text).includes(word)));
}

function decision(sentence: SpokenSentence, answer: SpokenSentence | null, from: Suggestion | null, wording: string): FoundDecision | null {
  const text = capitalise(
    (from !== null && from.text !== '' ? from.text : wording)
      .replace(/[\s,.;:!?]+$/, '')
      .replace(/\s+(?:i'm|i'll|i've|i|cause|because|so that|is that)\s.*$/i, '')
      .replace(/,?\s+(?:then|instead|now)$/i, ''),
  );
  if (wordsOf(text).length < 2 && contentWords(text).length === 0) return null;
  const refs = [...(from?.sentence.segmentRefs ?? []), ...sentence.segmentRefs, ...(answer?.segmentRefs ?? [])];
  return { at: sentence.index, text, segmentRefs: [...new Set(refs)], words: contentWords(text), sureness: 2, correcting: false };
}

/** Where the words were said before: the proposal when it holds them, else only that they were (an empty text). */
function restatedIn(
  sentences: readonly SpokenSentence[],
  sentence: SpokenSentence,
  wording: string,
  proposal: Suggestion | null,
  least = RESTATED,
): Suggestion | null {
  const words = tellingWords(wording);
  if (words.length === 0) return null;
  const share = (text: string): number => {
    const held = new Set(tellingWords(text));
    return words.filter((word) => held.has(word)).length / words.length;
  };
  if (proposal !== null && share(proposal.text) >= least) return proposal;
  const before = lastTurns(sentences, sentence).filter((other) => other.turn < sentence.turn || other.isQuestion);
  const nearest = before.findLast((other) => share(other.text) >= least);
  if (nearest !== undefined) return { sentence: nearest, text: '' };
  return share(before.map((other) => other.text).join(' ')) >= least ? { sentence, text: '' } : null;
}

function tellingWords(text: string): string[] {
  const slight =
    /^(?:the|a|an|on|at|of|in|to|for|and|or|so|then|no|not|from|with|it|is|only|just|okay|ok|yes|by|past|we|i|me|us|my|mine|your|yours|him|her|them|next|week|weeks|month|starting|onwards|morning|afternoon|half)$/;
  return wordsOf(text)
    .map((word) => word.replace(/'s$/, ''))
    .filter((word) => !slight.test(word));
}

function isFragment(said: string): boolean {
  const bare = said.replace(/^.*\b(?:okay|ok) so\s+/i, '');
  const length = wordsOf(bare).length;
  return length >= 2 && length <= LONGEST_FRAGMENT_WORDS && !HAS_VERB.test(bare);
}

/** `Yeah. Okay. One now, one after the round.`: the speaker has just nodded. */
function nodBefore(sentences: readonly SpokenSentence[], sentence: SpokenSentence): boolean {
  const before = sentences[sentence.index - 1];
  if (before === undefined || before.turn !== sentence.turn || wordsOf(before.text).length > LONGEST_NOD_WORDS) return false;
  return agrees(before) || (/^no\??$/i.test(before.text) && before.isQuestion);
}

function agreedBefore(sentences: readonly SpokenSentence[], sentence: SpokenSentence): boolean {
  return lastTurns(sentences, sentence).some(
    (other) =>
      sentence.turn - other.turn <= 3 &&
      other.turn < sentence.turn &&
      other.speakerRef !== sentence.speakerRef &&
      (settles(other) || agrees(other)),
  );
}

function lastSuggestion(sentences: readonly SpokenSentence[], sentence: SpokenSentence): Suggestion | null {
  const found = lastTurns(sentences, sentence).findLast(
    (other) =>
      other.turn < sentence.turn &&
      !other.isQuestion &&
      wordsOf(other.text).length >= 5 &&
      SUGGESTS.test(other.text) &&
      !isConditional(other.text),
  );
  return found === undefined ? null : { sentence: found, text: found.text };
}

function lastTurns(sentences: readonly SpokenSentence[], sentence: SpokenSentence): SpokenSentence[] {
  return sentences
    .slice(Math.max(0, sentence.index - REACH_SENTENCES), sentence.index)
    .filter((other) => sentence.turn - other.turn <= REACH_TURNS);
}

function turnAfter(sentences: readonly SpokenSentence[], sentence: SpokenSentence): SpokenSentence[] {
  const near = sentences.slice(sentence.index + 1, sentence.index + 8);
  return near.filter((other) => other.turn === sentence.turn + 1).slice(0, 3);
}

function settlesOrDoes(answer: SpokenSentence): boolean {
  return settles(answer) || (agrees(answer) && wordsOf(answer.text).length <= 3) || /^i(?:'ll| will)\b/i.test(answer.text);
}

function restOf(phrase: string | undefined): string {
  return (phrase ?? '').replace(/^\S+\s*/, '');
}
