// First-person promises: `I'll send the report`, `let me check with legal`, `I can do that`. English.

import { isConditional, isNarrated, isWish } from '../text/detect-mood.ts';
import { namesDay } from '../dates/resolve-due-date.ts';

export interface Undertaking {
  /** The words after the promise: `send the report by Friday`. */
  readonly verbPhrase: string;
  /** The words before the promise: `by Friday`. */
  readonly opening: string;
  /** An offer (`I can …`) or a duty (`I need to …`) binds only with a date or something to answer. */
  readonly strength: 'promise' | 'offer' | 'duty';
}

const ADVERBS =
  '(?:(?:also|just|then|definitely|certainly|personally|gladly|happily|quickly|now|go ahead and|make sure to|make sure i|try to|take care to|be able to|be sure to|have to|need to)\\s+)*';
const PROMISE = new RegExp(
  `\\b(?:i'll|i will|i shall|i'm going to|i am going to|i'm gonna|i promise to|i'll be|i volunteer to|i commit to|i agree to|i offer to|i'm gonna have to)\\s+${ADVERBS}(.+)`,
  'i',
);
const PROMISE_BARE = new RegExp(`^ill\\s+${ADVERBS}(.+)`, 'i');
const LET_ME =
  /^let me\s+(?:just\s+|also\s+|quickly\s+)*((?:send|write|draft|prepare|follow up|find out|talk to|speak (?:to|with)|schedule|book|set up|confirm|investigate|update|check with|get back|take (?:that|this|it|care|on)|create|file|open a|reach out|email|call|fix|look into|handle|do that|do it|own|put together|organi[sz]e|arrange|ping|review|double.check|try(?! (?:again|to (?:explain|say)))|ask|tell (?!you|us)|see (?:if|whether)|write|get)\b.*)/i;
const NOW_DOING =
  /^(?:.*\b(?:so|today|tomorrow|then|and|now|nothing) )?(?:i'm|i am) ((?!going|gonna)\p{L}{2,}ing) ((?=.*\b(?:now|today|tomorrow|tonight|this (?:morning|afternoon|week)|as soon as|right after|\w+day)\b).+|(?<=\b(?:today|tomorrow) i'm \p{L}+ ).+)/iu;
const YOU_HAVE = /^you(?:'ll| will) (?:have|get) ((?:a|an|the|my|our) .+)/i;
const I_TELL =
  /^(?:then )?i (tell|call|send|write|ask|bring|take|phone|email|order|book|do) ((?:it|them|him|her|that)\b.*)/i;
/** `I'll have that in before the weekend` */
const HAS_READY =
  /^have (?:it|that|them|those|these|one|both|all|two|three|four|five|six) \p{L}+/iu;
const OFFERED =
  /^(?:and |so |then |well |okay )*(?:shall i|should i|(?:do|would|did) you (?:want|like|prefer) me to|d'you want me to|want me to)\s+(?:just |also |maybe )*(.+)/i;
const DEEDS =
  'announce|arrange|ask|bake|begin|block|cancel|charge|confirm|deliver|get|load|offer|record|rewrite|schedule|set up|share|start|translate|book|bring|build|buy|call|change|check|clean|collect|copy|correct|do|draft|draw|drive|drop|email|file|find|finish|fix|give|go through|hand|install|look|make|measure|mend|message|move|order|paint|pay|phone|pick|post|prepare|print|pull|release|repair|reserve|revise|ring|sand|send|sew|show|sign|sort|speak|swap|take|talk|tell|test|text|update|wash|water|write';
/** `I print it on Monday`: promised by its day; many do not say `I'll`. */
const I_DO_BY = new RegExp(
  `(?:^|,\\s+|(?<!\\b(?:that|what|if|when|how|which|where|who|because|than|as|before|after|until|once|while|thing|things|one|ones|way|time|day|everything|all))\\s+)i\\s+(?:also\\s+|then\\s+|just\\s+)*((?:${DEEDS})\\b(?!'|-).*)`,
  'i',
);
const HABIT =
  /\b(?:always|usually|often|sometimes|never|every|each|normally|all day|(?:mon|tues|wednes|thurs|fri|satur|sun)days|used to)\b/i;
const AFTERTHOUGHT =
  /,?\s+(?:i guess|i suppose|i reckon)(?=[,.!]|$)|,?\s+(?:i think|maybe|probably|if you like)[.!]?$|\s+if (?:i|we|you|he|she|they|it|nothing|nobody) (?:don't|doesn't|can't|isn't|aren't|won't|happens)\b.*$|,\s+and if (?:i|we|you|he|she|they|it|nothing|nobody|that)\b.*$/i;
const OFFER =
  /\b(?:i can|i could|i'm happy to|i am happy to|happy to|i need to|i have to|i've got to|i must|i'd be happy to|i would be happy to)\s+(?:also\s+|just\s+|then\s+)*(.+)/i;
const WHOLE_TAKE =
  /^(?:i'm on it|on it|(?:all right |okay )?leave (?:it|that) (?:to|with) me|that's me(?:,.*)?|that(?:'ll| would|'d) be me|i do|happy to|will do|gladly|i'll see to it|i've got (?:it|that|this)|i got (?:it|this)|that's on me|i'll|i will|i can|me|i could|count on me|mine)[.!]?$/i;

/** Verbs that promise nothing anybody could hand in. */
const IDLE =
  /^(?:not|never|but\b|write (?:it|that|this) down|be|see|say(?! (?:it|that|this) (?:to|at|in)\b)|know|admit|guess|assume|bet|miss|love|like|want|need|wait|stop(?! \w+ing)|watch|pass|hand (?:it|you|over|off)|keep (?:it|this|you|going|talking)|skip|let(?! (?:\w+ ){1,5}(?:know|down|have|see)\b)|take (?:the|a|my) [\w ]+ off\b|leave \w+ as\b|go(?! (?:to|and|round|down|up|through|over|get|ahead|back|with|first|next|on|quickly|see|for)\b)\b|go (?:first|next|on|back|over|through|with|quickly)(?! (?:and|there)\b)|start(?:[.!]?$| (?:with|by|off|here|now|us|then|again|sharing)\b)|begin|end|tell (?:you|us|me)|explain (?:it|this|that|why|what|how|to you|quickly|briefly)|think|remember|forget|always|usually|often|probably|likely|maybe|agree|understand|appreciate|share (?:my|the|a) screen|share screen|show (?:you|us|it|this|that)|pause|move on|come back|leave (?:it|that|you|now|early|in)|leave$|join|drop (?:off|out)|jump (?:off|in|on a)|run$|read (?:it|this|that) (?:out|aloud)|repeat|mute|unmute|turn|try again|try (?:it|that)$|give you (?:a|an|the) (?:update|example|overview|idea|second|minute|moment)|give (?:a|an) (?:quick|brief|short) (?:update|overview)|talk (?:about|you|us)|walk|mention(?! (?:it|that|this) to)|add (?:that|to that)|ask (?:you|again)|answer|just|speak (?:up|louder|slowly)|have (?:a (?:coffee|drink|look$)|it|that|them|to|lunch|dinner|fun|another)|get (?:a |some )?(?:coffee|water|tea|lunch|going|started|to (?:that|it|this))|feel|live|die|work (?:from|late)|die|put it (?:this|that)|call it|hear|play|stay|sit(?! down with)|end up|hold|happen|look (?:at it later|forward)|catch (?:you|up)|buy (?:you|a)|sleep|eat|drink|wear|chew|whisper|fight|cook you|chip in|steer clear|use up|dance|sing(?! up)|laugh|cry|go to bed|travel|fly|regret|survive|manage$|help$|hang)\b/i;
const SOFT =
  /\b(?:i (?:said|told|thought|think|hope|wish|doubt|don't|do not|didn't|guess|suppose)|because|that's why|not|who|whether|what|how|why|where)\b/i;
const LIMIT_OPENING_WORDS = 14;

/** The promise in one clause, if there is one that binds. */
export function findUndertaking(spoken: string, isQuestion: boolean): Undertaking | null {
  const clause = spoken.replace(AFTERTHOUGHT, '');
  if (WHOLE_TAKE.test(clause)) return { verbPhrase: 'do it', opening: '', strength: 'promise' };
  if (isQuestion || isConditional(clause) || isNarrated(clause)) return null;
  const letMe = LET_ME.exec(clause);
  if (letMe?.[1] !== undefined && !IDLE.test(letMe[1].replace(/^(?:ask|try|see)\b/i, '')))
    return { verbPhrase: letMe[1], opening: '', strength: 'promise' };
  const given = YOU_HAVE.exec(clause);
  if (given?.[1] !== undefined && namesDay(clause))
    return { verbPhrase: `have ${given[1]}`, opening: '', strength: 'promise' };
  const tells = I_TELL.exec(clause);
  if (tells !== null) return binding(`${tells[1] ?? ''} ${tells[2] ?? ''}`, 'promise', clause, 0);
  const does = HABIT.test(clause) ? null : I_DO_BY.exec(clause);
  if (does?.[1] !== undefined && namesDay(does[1]))
    return binding(does[1], 'promise', clause, does.index);
  const doing = NOW_DOING.exec(clause);
  if (doing !== null)
    return binding(`${baseOf(doing[1] ?? '')} ${doing[2] ?? ''}`, 'promise', clause, doing.index);
  const promise = PROMISE.exec(clause) ?? PROMISE_BARE.exec(clause);
  if (promise?.[1] !== undefined && opens(clause, promise.index))
    return binding(promise[1], 'promise', clause, promise.index);
  const offer = OFFER.exec(clause);
  if (offer?.[1] !== undefined && opens(clause, offer.index))
    return binding(offer[1], 'offer', clause, offer.index);
  return null;
}

function opens(clause: string, at: number): boolean {
  const opening = clause.slice(0, at).replace(/^.*,\s+(?:but|and|so)\s+/i, '');
  if (/\bi (?:guess|suppose|think)$/i.test(opening.trim()) && namesDay(clause)) return true;
  return !SOFT.test(opening) && opening.split(' ').length <= LIMIT_OPENING_WORDS;
}

function binding(
  verbPhrase: string,
  strength: Undertaking['strength'],
  clause: string,
  at: number,
): Undertaking | null {
  if (
    (IDLE.test(verbPhrase) && !(HAS_READY.test(verbPhrase) && namesDay(verbPhrase))) ||
    /^(?:i'll|i will) be\b(?! (?:sending|preparing|writing|doing))/i.test(clause)
  )
    return null;
  const supposed = clause
    .replace(/\b(?:i could|i would be happy|i'd be happy)\b/i, '')
    .replace(/\b(?:what|how|who|where|whether|which|exactly)\b.*$/i, '');
  if (
    isWish(supposed) ||
    (strength === 'offer' && /\bbut i (?:wouldn't|don't|can't|doubt|won't)\b/i.test(clause))
  )
    return null;
  const isDuty =
    strength === 'offer' &&
    /\bi (?:need|have|must|have got|'ve got)\b/i.test(clause) &&
    !namesDay(clause);
  if (isDuty) return { verbPhrase, opening: clause.slice(0, at), strength: 'duty' };
  return { verbPhrase, opening: clause.slice(0, at), strength };
}

/** `calling` is `call`, `writing` is `write`, `putting` is `put`. */
function baseOf(verb: string): string {
  const stem = verb.replace(/ing$/i, '').replace(/([bdgmnprt])\1$/i, '$1');
  return /(?:[^aeiou][iaou][tvkzs]|[^aeiouw]ar|[sc]|[^aeioulr]g|[aeiou]v)$/i.test(stem) &&
    !/(?:visit|edit|wait|fix)$/i.test(stem)
    ? `${stem}e`
    : stem;
}

/** `Shall I tell the school?`: a promise once it is accepted. */
export function findOffer(clause: string): Undertaking | null {
  const offered = OFFERED.exec(clause)?.[1]?.replace(
    /,?\s+(?:or (?:not|what|do you).*|then|do you think)?\s*\?*$/i,
    '',
  );
  return offered === undefined || IDLE.test(offered)
    ? null
    : { verbPhrase: offered, opening: '', strength: 'promise' };
}
