// Work handed to somebody: `Bob, can you …`, `Can you …, Bob?`, `Bob will …`, and work that is still free. English.

import { isConditional, isNarrated, isWish } from './judge-mood.ts';
import type { OwnerFinder } from './resolve-owner.ts';

export type Assignment =
  | { readonly kind: 'named'; readonly owner: string; readonly verbPhrase: string; readonly asked: boolean }
  | { readonly kind: 'you'; readonly verbPhrase: string; readonly asked: boolean; readonly onlyIfAccepted?: true }
  | { readonly kind: 'anyone'; readonly verbPhrase: string };

const NAME = "(\\p{L}[\\p{L}'-]+(?: (?!(?:can|could|would|will|please|you|we|i|to)\\b)\\p{Lu}[\\p{L}'-]+)?)";
const ASK =
  "(?:can you|could you|would you be able to|would you|will you|can you please|could you please|would you mind|are you able to|please|i need you to|i'd like you to|i want you to|you need to|you have to|you should|you'll|you will|you can|you take|you own|your task is to|your action is to|go ahead and|i'd ask you to|may i ask you to|can i ask you to|you(?= (?:write|take|send|do|call|tell|ring|phone|text|email|show|give|prepare|check|make|handle|cover|bring|book|fix|update|draft|talk|ask|organi[sz]e|set up|finish|get|create|review|test|buy|order)\\b))";
const ASKED_FIRST = new RegExp(
  `^(?:and |so |then |okay |also )*${NAME}[,.]?\\s+(${ASK})(?:\\s+and\\s+\\p{L}+)?\\s+(?:please\\s+|also\\s+|just\\s+|maybe\\s+)*(.+)`,
  'iu',
);
const ASKED_LAST = new RegExp(
  `^(?:${ASK})\\s+(?:please\\s+|also\\s+|just\\s+)*(.+?),?\\s+(?:please,?\\s+)?${NAME}(?:,?\\s+please)?[.?!]*$`,
  'iu',
);
const ASKED_YOU = new RegExp(`^(${ASK})\\s+(?:please\\s+|also\\s+|just\\s+|maybe\\s+)*(.+)`, 'iu');
const WILL = new RegExp(
  `^(?:and |so |then )*${NAME}(?:'ll|\\s+(?:will|is going to|is gonna|needs to|has to|is responsible for|is to|agreed to|promised to|volunteered to|takes care of|owns|takes over|takes))\\s+(?:also\\s+|then\\s+)*(.+)`,
  'iu',
);
const ITEM_FOR = new RegExp(
  `\\b(?:action item|action|task|to-?do|next step)s?(?: here)? (?:for|is for|on|goes to) ${NAME}(?: is)?(?: to)?[,:]?\\s+(?:is\\s+)?(?:to\\s+)?(.+)`,
  'iu',
);
const ITEM_TO = new RegExp(`^(?:action item|action|task|to-?do|next step)[,:]?\\s+${NAME}\\s+(?:to|will)\\s+(.+)`, 'iu');
const LET_HAVE = new RegExp(
  `^(?:i'd like|i want|i need|let's have|let's let|i'd have|we'll have|let's ask|i'll have)\\s+${NAME}\\s+(?:to\\s+)?(.+)`,
  'iu',
);
const TO_NAME = new RegExp(`^(?:let's |we'll |i'll |i'd |please )?(?:assign|give|leave) (.+?) to ${NAME}[.!]?$`, 'iu');
const FREE =
  /^(?:we (?:still )?need (?:someone|somebody) to|(?:someone|somebody)(?: (?:needs to|has to|should|must|will have to|ought to|is going to|gotta)|'s (?:gonna|going to|got to|gotta))|who (?:can|will|could|wants to|would like to|is going to|would|takes|is able to|should)|(?:can|could|would|will) (?:anyone|anybody|someone|somebody|one of (?:you|us))|any volunteers? (?:to|for)|we (?:still |also |really )?(?:need to|have to|must|should|ought to)|i need (?:someone|somebody) to)\s+(?:please\s+|also\s+|still\s+)?(.+)/i;
const WHO_DOES = /^who (?!(?:is|has|was|does|wants|needs|knows|thinks|says|likes|cares|else's)\b)(\p{L}{3,}s)\s+(.+)/iu;
const VERBS =
  'send|write|call|email|text|ask|tell (?!me|us)|order|book|buy|bring|check|fix|update|draft|prepare|make|print|clean|cancel|invite|confirm|schedule|arrange|organi[sz]e|review|test|upload|share (?!screen|your screen)|forward|put|move|add|remove|file|pay|return|collect|pick up|finish|set up|talk to|speak to|find|get|create|post|publish|translate|measure|count|sign|submit|deliver|ship|install|repair|replace|research|contact|remind (?!me)|coordinate|announce|photograph|ring|phone|message|chase|pack|weigh|paint|log|drop|leave (?!it|that|me|us|him|her|them)|stick|pop';
const NAME_DO = new RegExp(`(?:^|\\b(?:so|and|then)\\s+)${NAME},?\\s+((?:${VERBS})\\b.+)`, 'iu');
const DO_PLEASE = new RegExp(`^((?:${VERBS})\\b.+?)[,]? please\\b`, 'iu');
/** `Get it to them today`: binds once it is taken on. */
const COMMAND = new RegExp(`^(?:just |then |so |maybe )*((?:${VERBS})\\b(?! (?:you|me)\\b).+)`, 'iu');
const ASKED_MID = new RegExp(
  `^${NAME},? (?:[\\p{L}'-]+,? ){1,9}?(?:can|could|would|will) you\\s+(?:please\\s+|also\\s+|just\\s+)*(.+)`,
  'iu',
);
const YOU_WERE =
  /^(\p{L}[\p{L}'-]+),? (?:you were|you're|you are) (?:going|supposed|meant) to (.+?)(?:,? (?:weren't|aren't|right|no|yes)(?: you)?)?[.?!]*$/iu;
const NAME_DOES = new RegExp(
  `^${NAME} (does|writes|sends|calls|prepares|handles|makes|covers|brings|checks|books|drafts|fixes|updates|orders|buys|asks|talks to|finishes) ((?:it|that|this|them|the|a|an|our)\\b.*)`,
  'iu',
);
const PASSIVE =
  /^((?:the|our|my|your|a|an|this|that|\p{L}+)(?: [\p{L}\p{N}'-]+){0,4}? (?:needs?|has|have) to be (?:\p{L}+ed|done|redone|made|sent|written|rewritten|built|bought|paid|cut|put|set up|cleaned up|brought|taken)\b(?: (?:to|for|in|on|from|by) (?:the |our )?[\p{L}\p{N}]+)?)/iu;
/** Requests about the call itself. */
const IDLE =
  /^(?:do (?:i|we|you|they|not)\b|do(?:[.!,]|$)|hear|see|repeat(?= (?:it|that|please|yourself|the question)\b|[.?!]*$)|say|tell (?:me|us)|explain|elaborate|mute|unmute|speak (?:up|louder|slower)|talk (?:louder|us|about)|walk|share (?:your|the|my) screen|share screen|introduce|start(?: us| please|[?.!]*$)|begin(?: please|[?.!]*$)|go (?:first|next|ahead|on)|give (?:us|me) (?:a|an|the|your) (?:update|overview|sense|example|idea|second|minute)|describe|clarify|imagine|believe|hold|wait|hang|think|know|be|have|remember|see|stop|continue|take (?:us|it away|the floor)|remind|turn|let|come|join|live|stay|look at (?:this|that|the screen)|feel|want|like|mind|understand|guess|not|never|always|note|help me understand|scroll|zoom|show (?:me|us|it)|correct|forgive|excuse|keep (?:it|in mind|going)|read (?:it|this|that)|answer|get (?:to|used|a feel)|find (?:it|that|this|more|them)|give it|notice|move on|click|also see)\b/i;
const COMMON_NAMES = new Set([
  'will',
  'mark',
  'may',
  'grace',
  'bill',
  'sue',
  'rob',
  'pat',
  'art',
  'drew',
  'hope',
  'joy',
  'faith',
  'rose',
  'jack',
  'frank',
  'chase',
  'max',
  'guy',
  'dean',
  'june',
  'april',
  'august',
]);

/** `Put it in the newsletter, would you?` asks nothing. */
export const TAG = /(?<=\S),?\s+(?:would|will|can|could) you(?=\s*(?:[,.?!]|$))/i;

/** What one clause hands to whom; null when it hands out nothing. */
export function findAssignment(said: string, isQuestion: boolean, owners: OwnerFinder): Assignment | null {
  const clause = said.replace(TAG, '');
  return isNarrated(clause) || isConditional(clause) ? null : (namedIn(clause, isQuestion, owners) ?? unnamedIn(clause, isQuestion));
}

function namedIn(clause: string, isQuestion: boolean, owners: OwnerFinder): Assignment | null {
  const first = ASKED_FIRST.exec(clause);
  const named = (owner: string | undefined, verbPhrase: string | undefined, asked: boolean): Assignment | null => {
    if (owner === undefined || verbPhrase === undefined || IDLE.test(verbPhrase)) return null;
    const known = nameIn(owner, owners);
    return known === null ? null : { kind: 'named', owner: known, verbPhrase, asked };
  };
  if (first !== null) {
    if (/you (?:can|should)$/i.test(first[2] ?? '') && isWish(clause)) return null;
    const found = named(first[1], first[3], true);
    if (found !== null) return found;
    if (/^\p{Lu}\p{L}+,? (?=(?:can|could|would|will) you\b)/u.test(clause) && owners.ofName(first[1] ?? '') === null)
      return unnamedIn(clause.replace(/^\S+\s/u, ''), isQuestion);
  }
  const last = ASKED_LAST.exec(clause);
  if (last !== null) {
    const [, word, name] = /^(\p{Ll}+) (\p{L}+)$/u.exec(last[2] ?? '') ?? [];
    const found = named(last[2], last[1], true) ?? (word === undefined ? null : named(name, `${last[1] ?? ''} ${word}`, true));
    if (found !== null) return found;
  }
  const mid = ASKED_MID.exec(clause);
  if (mid !== null) {
    const found = named(mid[1], mid[2], true);
    if (found !== null) return found;
  }
  const were = YOU_WERE.exec(clause);
  if (were !== null) return named(were[1], were[2], true);
  if (isQuestion || isWish(clause)) return null;
  const item = ITEM_FOR.exec(clause) ?? ITEM_TO.exec(clause) ?? LET_HAVE.exec(clause);
  if (item !== null) return named(item[1], item[2], false);
  const given = TO_NAME.exec(clause);
  if (given !== null) return named(given[2], `take ${given[1] ?? ''}`, false);
  const direct = NAME_DO.exec(clause);
  if (direct !== null) {
    const found = named(direct[1], direct[2], true);
    if (found !== null) return found;
  }
  const does = NAME_DOES.exec(clause);
  if (does !== null) return named(does[1], `${baseForm(does[2] ?? '').replace(/^doe$/, 'do')} ${does[3] ?? ''}`, false);
  const will = WILL.exec(clause);
  if (will === null) return null;
  const owning = /\b(?:is responsible for|takes care of|owns|takes over|takes)\s/i.exec(will[0]);
  const phrase =
    owning === null
      ? will[2]
      : `${owning[0]
          .trim()
          .replace(/^is responsible for$/i, 'be responsible for')
          .replace(/^(\w+?)s\b/, '$1')} ${will[2] ?? ''}`;
  return owning === null ? named(will[1], phrase, false) : owned(will[1], phrase ?? '', owners);
}

function owned(name: string | undefined, verbPhrase: string, owners: OwnerFinder): Assignment | null {
  const known = nameIn(name ?? '', owners);
  return known === null ? null : { kind: 'named', owner: known, verbPhrase, asked: false };
}

function unnamedIn(clause: string, isQuestion: boolean): Assignment | null {
  const doer = WHO_DOES.exec(clause);
  if (doer?.[1] !== undefined && !IDLE.test(doer[1])) return { kind: 'anyone', verbPhrase: `${baseForm(doer[1])} ${doer[2] ?? ''}` };
  const free = FREE.exec(clause);
  if (free?.[1] !== undefined) {
    const verbPhrase = /^who takes\b/i.test(clause) ? `take ${free[1]}` : free[1];
    return IDLE.test(verbPhrase) || /^(?:decide|agree|discuss|choose|figure)\b/i.test(verbPhrase) ? null : { kind: 'anyone', verbPhrase };
  }
  const passive = isQuestion || isWish(clause) ? null : PASSIVE.exec(clause);
  if (
    passive?.[1] !== undefined &&
    !/^(?:it|that|this|there|they|we|you|i|what|which|who|everything|something|nothing)\b/i.test(passive[1])
  )
    return { kind: 'anyone', verbPhrase: passive[1] };
  const pleased = isQuestion ? null : DO_PLEASE.exec(clause);
  if (pleased?.[1] !== undefined && !IDLE.test(pleased[1])) return { kind: 'you', verbPhrase: pleased[1], asked: true };
  const command = isQuestion ? null : COMMAND.exec(clause);
  if (command?.[1] !== undefined && !IDLE.test(command[1]))
    return { kind: 'you', verbPhrase: command[1], asked: true, onlyIfAccepted: true };
  const you = ASKED_YOU.exec(clause);
  if (you?.[2] === undefined || IDLE.test(you[2])) return null;
  const ask = (you[1] ?? '').toLowerCase();
  if (/^(?:you should|you need to|you have to)$/.test(ask) && !isWish(clause.replace(/\bshould\b/i, '')))
    return { kind: 'you', verbPhrase: you[2], asked: true, onlyIfAccepted: true };
  if (/^(?:you|you can|you should|you will|you'll|you have to|you need to|you take|you own|go ahead and|will you)$/.test(ask)) return null;
  if (isWish(clause.replace(/^(?:could|would) you|^i'd like you to/i, ''))) return null;
  return { kind: 'you', verbPhrase: you[2], asked: isQuestion || /^please$/.test(ask) };
}

/** `fixes` is `fix`, `carries` is `carry`, `writes` is `write`. */
function baseForm(verb: string): string {
  return verb
    .replace(/ies$/i, 'y')
    .replace(/((?:[sx]|ch|sh))es$/i, '$1')
    .replace(/([^s])s$/i, '$1');
}

/** A speaker's display name; a name that is also a word counts only with its capital letter. */
function nameIn(spoken: string, owners: OwnerFinder): string | null {
  const first = spoken.split(' ')[0] ?? '';
  if (
    COMMON_NAMES.has(first) ||
    /^(?:we|you|they|he|she|it|i|that|this|there|who|what|and|so|then|but|the|everyone|someone|somebody|nobody|everybody|which|can|could|would|do|did|are|should|please)$/i.test(
      first,
    )
  )
    return null;
  return owners.ofName(spoken) ?? (spoken.includes(' ') ? owners.ofName(first) : null);
}
