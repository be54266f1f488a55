import { contentOf, contentWords, wordsOf } from './content-words.ts';
import { isConditional, isNarrated, isWish, withoutCourtesy } from './detect-mood.ts';
import { agrees, readAnswer, settles } from './detect-answer.ts';
import type { SpokenSentence } from './spoken-sentence.ts';

/** What a sentence does in the conversation, as far as its words tell. English. */
export type Form =
  | 'asks'
  | 'wonders'
  | 'proposes'
  | 'lets'
  | 'we will'
  | 'we do'
  | 'decided'
  | 'it is'
  | 'commands'
  | 'fragment'
  | 'thing does'
  | 'somebody does'
  | 'I choose'
  | 'I do'
  | 'you do'
  | 'points back'
  | 'tells';

export interface SpeechAct {
  readonly sentence: SpokenSentence;
  readonly form: Form;
  /** The matter without opener and tail: `use the atlas` of `let's use the atlas then`. */
  readonly matter: string;
  /** Content words and figures of the matter. */
  readonly words: readonly string[];
  /** Of the matter, in words of all kinds. */
  readonly length: number;
  readonly agrees: boolean;
  readonly settles: boolean;
  readonly refuses: boolean;
  readonly wishes: boolean;
  readonly conditional: boolean;
  readonly narrated: boolean;
  readonly postpones: boolean;
  readonly commits: boolean;
  readonly pointsBack: boolean;
}

const ASKS =
  /^(?:(?:\p{L}+,? )?(?:can|could|shall|should|may) (?:we|i|they|it)(?: (?:not|just|maybe|also|please))*|do (?:we|you(?: guys| all)?) (?:want|need) to|do we(?: just| still| even| also)?|are we(?: still)?(?: going to| gonna)?|would it (?:be (?:okay|ok|better|possible|an option)|help) (?:if we|to)|(?:does|would|is) (?=\p{L}+ .{0,40}\b(?:work|suit|okay|ok|fine|good|enough|possible)\b)|how about(?: if)?(?: we)?|what about(?: if)?(?: we)?|what if we|why don't we|is it okay to|would you (?:be (?:okay|ok|happy|fine) with|mind)|are you (?:okay|ok|happy|fine) with)\s+(.+)/iu;
const PROPOSES =
  /\b(?:i (?:would |'d )?(?:propose|suggest|recommend|vote)(?: for| that)?|my (?:proposal|suggestion|recommendation|vote) is|i'd (?:rather )?(?:propose|suggest|recommend|say|go (?:for|with)|do|keep|take|put|leave|drop|skip|use|start|wait)|i(?:'d| would)? say|i (?:think|guess|feel|reckon) we(?: should|'d better| could)|we (?:could|should|ought to|might as well|'d better)|(?:maybe|perhaps) we|my vote(?: is|'s)? for|i'm for|proposal:?|(?:plan|idea|thing|solution|option) (?:is|would be)(?: that| to)?|i was thinking(?: we| of)?|i want us to|move that|i move)\s+(?:that\s+|to\s+)?(?:we\s+)?(?:should\s+|just\s+)?(.+)/i;
const DECIDED =
  /\b(?:we|everyone|everybody|the (?:team|board|group|committee))(?:'ve| have| has)?(?: (?:all|both|just|now|then|also|already|so))* (?:decided|agreed|resolved|voted|opted|chose|settled|signed off|approved|rejected|picked|committed)\b(?: (?:to|that|on|for))?\s*(.*)|\b(?:it's|it is|that's|that is|so it's|they are|they're|is|are) (?:now |all |been |officially |hereby )?(?:decided|agreed|settled|approved|carried|a deal|final|accepted|rejected|adopted|passed|signed off|cancelled|postponed)\b[,:;]?\s*(?:then\b)?[,:;]?\s*(.*)|\b(?:decision|resolution)(?: is| here is|:)[,:]?\s*(?:that |to )?(.+)/i;
const TAG =
  /,? (?:shall we|will we|should we|could we|can we|are we|aren't we|don't we|isn't it|what do you (?:think|say|reckon))$/i;
const JUST_DECIDED =
  /^(?:it's|it is|that's|that is|they're|they are) (?:now |all |been |hereby )*(?:carried|approved|accepted|adopted|passed|final)$/i;
const LETS = /\b(?:let's|let us|lets)\s+(?:just |then |all |now |definitely |please )*(.+)/i;
const WE_WILL =
  /^(?:.{0,40}\b(?:then|so|and|but|okay|yes|now|today|tomorrow|week|month|from \p{L}+|for \p{L}+),? )?(?:we'll|we will|we are going to|we're going to|we're gonna|we gonna|we shall|we won't|we will not|we're not going to|we can|we can't|we cannot)\s+(?:just |then |all |now |also |definitely )*(.+)/iu;
const WE_DO =
  /^(?:.{0,40}\b(?:then|so|and|but|okay|yes|now|today|tomorrow|week|month|from \p{L}+|for \p{L}+),? )?(?:nah |no |yes |yeah )?(?:we're|we are|we)\s+(?:just |then |now |all |simply |also |only |both )*(?!(?:have|had|need|know|think|want|were|did|could|should|would|might|may|got|get|see|see:|feel|hope|believe|guess|said|talked|went|came|made|took|saw|ran|met|sent|told|found|built|lost|won|gave|spoke|never|always|usually|used|tried|don't know|didn't|haven't|weren't|wouldn't|couldn't)\b)(\p{L}[\p{L}']*\b.*)/iu;
const IT_IS =
  /^(.{2,80}?),? it is(?:,? then)?(?:,? (?:and|so|everybody|okay|good|great)\b.*)?[.!]?$/i;
const NO_VERDICT =
  /\b(?:how|what|where|as|who|why|when|think|say|said|that|there|here|know|see|yes|no|if|so|because|and|but) it is$/i;
/** `Blue it is, summers only.` */
const IT_IS_WITH =
  /^((?:\p{L}[\p{L}'-]*\s){1,4}it is),? ((?:for|from|on|at|with|in|until|till|by)\b.{2,50}|[^,]{2,40}\bonly)$/iu;
const COMMAND_VERBS =
  'add|ask|bring|book|buy|cancel|change|charge|close|cut|do|drop|extend|fix|get|give|go|have|hire|hold|invite|keep|launch|leave|lower|make|merge|move|offer|open|order|paint|pay|pick|plan|postpone|print|publish|put|raise|rebuild|reduce|release|remove|rent|repair|replace|roll|run|sell|send|ship|show|skip|split|spend|start|stay|stick|stop|swap|switch|take|test|try|turn|use|wait|write|lose|reject|recommend|block|bin|kill|scrap|delete|reserve|rename|limit|call it|bring back|settle|stop';
const COMMANDS = new RegExp(
  `^(?:just |then |so |please |better |maybe |don't |do not |not |never )*(?:${COMMAND_VERBS}|let (?!me|us|it|go|alone)\\p{L}+)\\b(?! (?:you|me)\\b).*`,
  'iu',
);
/** `Destroy the lot`, `Mend it`: a bare verb before what it is done to. */
const COMMANDS_BARE = new RegExp(
  "^(?:just |then |so |please |better |don't |do not |never )*(?!(?:half|twice|same|most|only|even|maybe|once|plus|minus|sorry|thanks|hello|lots|like|love|hate|hope|wish|bet|guess|suppose|reckon|trust|bless|damn|forget|imagine|remember|mind|thank|excuse|saw|sent|told|found|ran|heard|met|paid|bought|brought|kept|felt|thought|wrote|gave|spent|built|knew|lost|held|sold|ate|broke|rang|read|poor|god|jesus|whoever|whatever|wherever|course|double|triple|quite|rather|unlike|worth|near|beside|behind|inside|outside|across|against|along|among|around|beyond|upon|within|towards?|per|via|apart|except|despite|since|until|till|though|unless|while|besides)\\b)(?!\\p{L}+(?:ed|ing|ly|s)\\b)(\\p{L}{3,}) (?:the|it|them|those|these|my|our|your|his|her|their|both|everything)\\b(?!')(?! (?:is|was|will|has|would)\\b).*",
  'iu',
);
const HAS_VERB =
  /\b(?:is|are|was|were|am|be|been|do|does|did|have|has|had|will|would|can|could|should|might|must|i|we|you|he|she|they|it|there|who|how|why|because|sounds?|looks?|works?|makes?|seems?|thinks?|means?|know|guess|need|needs|want|wants|like|going|gonna|let's|thanks?|thank|hello|question|said|says)\b|'(?:s|re|ll|ve|d|m)\b/i;
const THING_DOES =
  /^(?!(?:it|that|this|they|there|he|she|i|you|we|who|what|which|everything|nothing|something|everybody|everyone|nobody|people|one|if|because|when)\b)((?:the |our |my |a |an )?(?:[\p{L}\p{N}'-]+ ){1,5}?(?:becomes?|stays?|remains?|waits?|moves?|goes|go|gets?|comes?|will|starts?|is (?:off|on|out|in|fine|okay|ok|good|better|enough|it)|are (?:off|on|out|in|fine)|works?|replaces?|opens?|closes?|counts?)\b.*)$/iu;
const THING_WAITS =
  /^(?:it|that|this|they) (?:waits?|stays?|goes|go|moves?|starts?|remains?|happens?)\b/i;
const SOMEBODY_DOES =
  /^(?!(?:it|that|this|he|she|who|what|which|one|everything|nothing|nobody|\w+day|so|and|then)\b)\p{L}[\p{L}'-]+ (?:goes|takes|gets|leads|runs|presents|covers|hosts|chairs|does)\b/iu;
const I_CHOOSE =
  /\b(?:i'm (?:content|happy|fine|okay|ok) with|i(?:'ve| have) no (?:problem|objections?) (?:with|to)|i can live with|we can live with|i'm (?:taking|going (?:with|for))|i(?:'ll| will|'d| would)? (?:take|go (?:with|for)|pick|choose|prefer|want|have|stick with)|we (?:want|prefer|need)|we'd (?:like|rather|prefer))\s+(.+)/i;
const I_DO =
  /\b(?:i'll|i will|i'm going to|i'm gonna|i am going to|i can|let me|i could|i shall|i need to|i have to)\s+(.+)/i;
const YOU_DO =
  /\b(?:you(?:'ll| will| can| could| should| need to| have to| take| write| send| do)?|can you|could you|would you|will you)\s+(.+)/i;
const POINTS_BACK =
  /^(?:(?:then|that|that's|it|it's|this|so|go|do|did|let's|let|on|to|with|for|one|them|those|yes|yeah|no|not|okay|ok|great|good|perfect|fine|everyone|everybody|all|both|of|the|we|we'll|us|i|i'm|i'll|is|are|here|now|ahead|way|sounds|thanks|and|a|an|option|idea|plan|same|deal|agreed|settled|done|decided|carried|take|leave|keep|merge|use|try|ship|buy|drop|skip|put|off|out|in|again|right|sure|convinced|then|just|be|can|can't|will|won't|don't|want|make|happy|love|like|hear|heard|first|second|down|up|away|please|get|sold|case|there|he|she|her|him|they)\b[\s,.!'-]*)+$/i;
const BACK_SETTLES =
  /\b(?:do (?:it|that|this|both|so)|(?:let's|we'll) (?:do|try|take|keep|use|go)|go (?:for|with|ahead)|go for it|take (?:it|that|them|both)|leave (?:it|that|them)|keep (?:it|that|them)|merge it|use (?:it|that)|skip it|drop (?:it|that)|ship it|buy (?:it|that|them)|put it|that's (?:a (?:yes|no|deal|plan)|what (?:i|we) want|our (?:recommendation|answer|plan))|a (?:yes|no|deal|plan)|settled|decided|agreed|deal|carried|(?:it's|that's) (?:now )?(?:passed|approved|accepted|adopted|final)|that way|convinced|sold|all (?:of )?them|both)\b/i;
const NOBODY_MINDS =
  /\b(?:any (?:dissent|objections?)|any(?:one|body) (?:against|object|opposed))\b/i;
const COMMANDS_BACK = new RegExp(
  `^(?:just |then |please )*(?:${COMMAND_VERBS}) (?:it|that|them|those|these|both|one)\\b[^,]{0,20}$`,
  'i',
);
const POSTPONES =
  /\b(?:(?:we|let's|let me|i)(?:'ll| will| have to| need to)? (?:see|think about|sleep on|park|come back|look (?:at|into)|discuss|talk about|wait and see|find out first|leave (?:it|that) open)|we'll see|not (?:today|now|yet|this time)|next time|another (?:time|day)|later(?! than)|keep (?:it|that) in mind|for another|don't know|not sure|undecided|up in the air|no decision|open question|haven't decided|depends)\b/i;
/** What another circle agreed on: `we've decided in our family that ...`. */
const DECIDED_ELSEWHERE =
  /\b(?:decided|agreed|settled)\b[^,.]{0,12}\b(?:in (?:our|my) (?:family|house|household|flat|marriage)|at home|at (?:our|my) (?:house|place|(?:old|last|other) \p{L}+)|with my (?:wife|husband|partner|mother|mum|mom|father|dad|sister|brother))\b/iu;
const NOT_DECIDED =
  /\b(?:not|never|no|n't|haven't|hasn't|didn't|don't|can't|couldn't|won't|wasn't|isn't|aren't) (?:\w+ ){0,2}?(?:decid\w+|agreed?|settled?|chosen?|approved?|decision)\b|\b(?:undecided|no decision|yet to|still (?:need|have) to (?:decide|agree)|still open|to be decided|who decided|why did we)\b|\b(?:need|needs|have|has|want|wants|going|able|try|trying|time|hard|ready|like|supposed|easier|used|how|whether|what) to (?:decide|agree|settle|choose)\b|\b(?:will|'ll|can|could|should|must|let's|to|please|before we|until we|when we|once we|after we|as soon as we|can we|did we|have we) (?:\w+ )?(?:decide|agree|settle|choose|decided|agreed)\b/i;
const FIGURE =
  /^(?:\d.*|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december|\w+(?:teen|ty)(?:th)?|(?:twenty|thirty)-?\w*|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|half|noon|both|none|no|yes|once|twice)$/;

const LONGEST_OFFER_WORDS = 8;
const LONGEST_FRAGMENT_WORDS = 12;
const TELLS_VERB =
  /\b(?:somebody|someone|nobody|never|always|who|his|her|their|went|came|left|made|took|got|gave|ran|fell|broke|sent|told|found|used|put|(?<!^)(?!(?:hundred|red|bed|shed|need|speed|feed|seed|indeed|instead|agreed|approved)\b)\w{2,}ed)\b/i;

/** Reads every sentence once. */
export function readSpeechActs(sentences: readonly SpokenSentence[]): SpeechAct[] {
  return sentences.map((sentence, at) => readSpeechAct(sentence, sentences[at - 1]));
}

/** Reads one sentence after the one `before` it. */
export function readSpeechAct(sentence: SpokenSentence, before?: SpokenSentence): SpeechAct {
  const nobodyMinds =
    NOBODY_MINDS.test(before?.text ?? '') &&
    /^no\b/i.test(`${sentence.lead} ${sentence.text}`.trim());
  const text = withoutCourtesy(sentence.text);
  const { form, matter } = read(text, sentence);
  const words = wordsOf(matter);
  const said = `${sentence.lead} ${text}`.trim();
  return {
    sentence,
    form,
    matter,
    words: matteringOf(words),
    length: words.length,
    agrees: nobodyMinds || agrees(sentence),
    settles: settles(sentence),
    refuses: !nobodyMinds && readAnswer(sentence) === 'refuses',
    wishes: isWish(text),
    conditional: isConditional(text),
    narrated: isNarrated(text) || NOT_DECIDED.test(text) || DECIDED_ELSEWHERE.test(text),
    postpones: POSTPONES.test(said),
    commits: /\b(?:i'll|i will|i'm going to|i'm gonna|let me|will do|on it)\b/i.test(said),
    pointsBack: BACK_SETTLES.test(said) || COMMANDS_BACK.test(text),
  };
}

/** Content words and figures; days and numbers are often what is settled. */
export function mattering(text: string): string[] {
  return matteringOf(wordsOf(text));
}

function matteringOf(words: readonly string[]): string[] {
  const figures = words.filter((word) => FIGURE.test(word) && !/^(?:one|no|yes|first)$/.test(word));
  return [...new Set([...contentOf(words), ...figures])];
}

function read(spoken: string, sentence: SpokenSentence): { form: Form; matter: string } {
  const text = tidy(sentence.isQuestion ? tidy(spoken).replace(TAG, '') : spoken);
  const opened = ASKS.exec(text)?.[1];
  if (sentence.isQuestion || opened !== undefined) {
    const asked = opened ?? PROPOSES.exec(text)?.[1] ?? LETS.exec(text)?.[1];
    if (asked !== undefined)
      return { form: 'asks', matter: `${asksNot(text, opened) ? 'do not ' : ''}${tidy(asked)}` };
    return {
      form: HAS_VERB.test(text) || wordsOf(text).length > LONGEST_OFFER_WORDS ? 'wonders' : 'asks',
      matter: text,
    };
  }
  const decided = DECIDED.exec(text);
  if (decided !== null) {
    const head = /\beverybody agreed|\beveryone agreed|^that(?:'s| is) /i.test(decided[0])
      ? text.slice(0, decided.index)
      : '';
    if (mattering(head).length > 0) return { form: 'decided', matter: tidy(head) };
    if (JUST_DECIDED.test(text)) return { form: 'points back', matter: text };
    const rest = decided[1] ?? decided[2] ?? decided[3] ?? '';
    return {
      form: 'decided',
      matter: mattering(rest).length > 0 && !/^not\b/i.test(rest) ? rest : text,
    };
  }
  if (COMMANDS_BACK.test(text)) return { form: 'commands', matter: text };
  if (POINTS_BACK.test(text)) return { form: 'points back', matter: text };
  const verdict = IT_IS.exec(text)?.[1];
  if (verdict !== undefined && !NO_VERDICT.test(`${verdict} it is`))
    return { form: 'it is', matter: verdict };
  const qualified = IT_IS_WITH.exec(text);
  if (qualified !== null && !NO_VERDICT.test(qualified[1] ?? ''))
    return { form: 'it is', matter: text };
  const proposed = PROPOSES.exec(text)?.[1];
  if (proposed !== undefined) return { form: 'proposes', matter: tidy(proposed) };
  const lets = LETS.exec(text)?.[1];
  if (lets !== undefined) return { form: 'lets', matter: tidy(lets) };
  const willing = WE_WILL.exec(text);
  if (willing !== null)
    return { form: 'we will', matter: /n't|not|cannot/i.test(text) ? text : tidy(text) };
  if (WE_DO.test(text)) return { form: 'we do', matter: text };
  if (COMMANDS.test(text)) return { form: 'commands', matter: text };
  if (SOMEBODY_DOES.test(text)) return { form: 'somebody does', matter: text };
  if (THING_DOES.test(text) || THING_WAITS.test(text)) return { form: 'thing does', matter: text };
  const verb = COMMANDS_BARE.exec(text)?.[1];
  if (
    verb !== undefined &&
    wordsOf(text).length <= LONGEST_OFFER_WORDS &&
    contentWords(verb).length > 0 &&
    !FIGURE.test(verb.toLowerCase())
  )
    return { form: 'commands', matter: text };
  const bare = text.replace(/^.*\b(?:okay|ok) so\s+/i, '');
  if (
    !HAS_VERB.test(bare) &&
    !TELLS_VERB.test(bare) &&
    wordsOf(bare).length <= LONGEST_FRAGMENT_WORDS
  )
    return { form: 'fragment', matter: bare };
  if (I_CHOOSE.test(text)) return { form: 'I choose', matter: text };
  if (I_DO.test(text)) return { form: 'I do', matter: text };
  if (YOU_DO.test(text)) return { form: 'you do', matter: text };
  return { form: 'tells', matter: text };
}

/** `Can we please not have the recorders`; `can we not have the hall` is the opposite. */
function asksNot(text: string, opened: string | undefined): boolean {
  return (
    opened !== undefined &&
    /\b(?:please|maybe|just) not $/i.test(text.slice(0, text.length - opened.length))
  );
}

function tidy(text: string): string {
  return text
    .replace(/[\s,.;:!?]+$/, '')
    .replace(
      /,?\s+(?:right|okay|ok|yes|no|then|everybody okay with that|is that okay|agreed)$/i,
      '',
    )
    .replace(/,?\s+(?:because|cause|since|so that|otherwise)\s.*$/i, '')
    .trim();
}
