import type { SpokenSentence } from './spoken-sentence.ts';

export type Answer = 'accepts' | 'refuses' | 'is done' | 'neither';

const ACCEPTS =
  /^(?:yes|yeah|yep|yup|sure|ok|okay|of course|absolutely|definitely|certainly|no problem|will do|on it|i'm on it|happy to|gladly|consider it done|you got it|got it|can do|fine|agreed|agree|sounds good|deal|perfect|great|good|i'll|i will|i can|i think so|works for me|makes sense|all right|alright|let's do|i agree|fine by me|done|exactly|same here|good idea|great idea|that works|i'm in|no objections?|cool|i (?:love|like)|love it|please do|why not)\b/i;
const REFUSES =
  /^(?:no\b(?!,? (?:problem|objection|worries))|nope|unfortunately|i'm afraid|i disagree|not (?:me|sure|today|this week|yet|now|really)\b|hmm|wait|hold on|but\b)|\b(?:i|we) (?:can't|cannot|won't|don't think|disagree|don't agree|wouldn't|will not|am not able)\b(?! (?:wait|object|mind|stand in)\b)|\bdon't have (?:the |any )?(?:time|capacity)\b|\b(?:too busy|no time|rather not|day off|i'm (?:out|away|off|abroad|on vacation|on holiday|on leave|swamped)|not convinced|bad idea|let's not|too risky|too early)\b/i;
const DONE =
  /\b(?:i|we) (?:have |'ve )?already\b|^(?:i|we) (?:did|have|checked|tested|sent|fixed)\b|^(?:it|they|he|she|that) (?:does|do|did|is|was|has|works|worked)\b[^.]*\b(?:tested|checked|done|sent|fixed|did|today|yesterday|already)\b|^(?:it's|that's) (?:already )?(?:done|sent|fixed)\b/i;
const STRONG =
  /\b(?:agreed|deal|let's do (?:that|it|this)|do it|decided|settled|go with that|go for it|let's go with|works for me|sounds good|i agree|(?:fine|okay|good) (?:by|with) me|that works|makes sense|good idea|great idea|no objections?|i'm in|all in favou?r|perfect|great|it is|then)\b/i;

/** Whether an answering sentence takes up what was asked. */
export function readAnswer(sentence: SpokenSentence): Answer {
  const whole = whatWasSaid(sentence);
  if (/\b(?:can't|cannot|won't)\b[^.]*\b(?:before|until)\b/i.test(whole)) return 'accepts';
  if (DONE.test(sentence.text)) return 'is done';
  if (REFUSES.test(whole) || REFUSES.test(sentence.text)) return 'refuses';
  if (sentence.isQuestion) return 'neither';
  return ACCEPTS.test(whole) ? 'accepts' : 'neither';
}

/** True for an answer that settles a proposal, not only hears it. */
export function settles(sentence: SpokenSentence): boolean {
  const whole = whatWasSaid(sentence);
  return readAnswer(sentence) === 'accepts' && STRONG.test(whole);
}

const AGREES =
  /^(?:works|sound(?!s)|happy days|(?:quite |you're |he's |she's |they're )right|right you are|sold|carried|seconded|bingo|splendid|marvell?ous|brilliant|excellent|fantastic|go on(?:,? then)?[.!]?$|go on,? then|no (?:bother|argument)|(?:none|not) from me|hear,? hear|aye|amen|so be it|very good|nice one|sorted|that's (?:all right|alright|grand|lovely|fair|sorted|settled)|i'm sold|good (?:man|lad|girl|stuff|call|shout)|(?:oh,? )?(?:heavens|god|gosh|lord),? yes|quite|mm-?hm|hallelujah|beauty|grand|suits me|can't hurt|fair|true|likewise|no comments|nothing against|i have nothing against|i've no (?:problem|objection)|i(?:'d| would) (?:(?:also |rather )?(?:take|go (?:for|with)|pick|choose|keep) .*\b(?:too|as well)|do (?:the same|that))|i think so too|me neither|me too|same here|that's the one|that is the one|i'm (?:in favou?r|for (?:it|that)|happy with (?:it|that))|(?:i'd be |i'm )?up for (?:it|that)|count me in|i won't object|no objections?|absolutely|amazing|lovely|grand|even better|done|cool|super)\b|\bthat i can live with\b|\bthat works\b|\b(?:(?:good|fine|okay|ok|great|all right) (?:for|with|by) (?:me|us)|live with (?:that|it)|i (?:like|love) (?:that|it)|works? for (?:me|us))\b|(?:\b(?:is|are|sounds)|'s) (?:good|fine|okay|ok|great|perfect|doable)(?: for me)?[.!]?$/i;

/** True for any sign that the speaker is content, also where nobody asked. */
export function agrees(sentence: SpokenSentence): boolean {
  const answer = readAnswer(sentence);
  if (sentence.isQuestion || answer === 'refuses' || answer === 'is done') return false;
  return answer === 'accepts' || AGREES.test(whatWasSaid(sentence)) || AGREES.test(sentence.text);
}

/** Lead and matter together, as far as answers need them. */
export function whatWasSaid(sentence: SpokenSentence): string {
  return `${sentence.lead} ${sentence.text}`.trim();
}
