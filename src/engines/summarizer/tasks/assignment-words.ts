// The words by which work is handed to somebody. English.

const NAME =
  "(\\p{L}[\\p{L}'-]+(?: (?!(?:can|could|would|will|please|you|we|i|to)\\b)\\p{Lu}[\\p{L}'-]+)?)";
const ASK =
  "(?:can you|could you|would you be able to|would you|will you|can you please|could you please|would you mind|are you able to|please|i need you to|i'd like you to|i want you to|you need to|you have to|you should|you'll|you will|you can|you take|you own|your task is to|your action is to|go ahead and|i'd ask you to|may i ask you to|can i ask you to|you(?= (?:write|take|send|do|call|tell|ring|phone|text|email|show|give|prepare|check|make|handle|cover|bring|book|fix|update|draft|talk|ask|organi[sz]e|set up|finish|get|create|review|test|buy|order)\\b))";
export const ASKED_FIRST = new RegExp(
  `^(?:and |so |then |okay |also )*${NAME}[,.]?\\s+(${ASK})(?:\\s+and\\s+\\p{L}+)?\\s+(?:please\\s+|also\\s+|just\\s+|maybe\\s+)*(.+)`,
  'iu',
);
export const ASKED_LAST = new RegExp(
  `^(?:${ASK})\\s+(?:please\\s+|also\\s+|just\\s+)*(.+?),?\\s+(?:please,?\\s+)?${NAME}(?:,?\\s+please)?[.?!]*$`,
  'iu',
);
export const ASKED_YOU = new RegExp(
  `^(${ASK})\\s+(?:please\\s+|also\\s+|just\\s+|maybe\\s+)*(.+)`,
  'iu',
);
export const WILL = new RegExp(
  `^(?:and |so |then )*${NAME}(?:'ll|\\s+(?:will|is going to|is gonna|needs to|has to|is responsible for|is to|agreed to|promised to|volunteered to|takes care of|owns|takes over|takes))\\s+(?:also\\s+|then\\s+)*(.+)`,
  'iu',
);
export const ITEM_FOR = new RegExp(
  `\\b(?:action item|action|task|to-?do|next step)s?(?: here)? (?:for|is for|on|goes to) ${NAME}(?: is)?(?: to)?[,:]?\\s+(?:is\\s+)?(?:to\\s+)?(.+)`,
  'iu',
);
export const ITEM_TO = new RegExp(
  `^(?:action item|action|task|to-?do|next step)[,:]?\\s+${NAME}\\s+(?:to|will)\\s+(.+)`,
  'iu',
);
export const LET_HAVE = new RegExp(
  `^(?:i'd like|i want|i need|let's have|let's let|i'd have|we'll have|let's ask|i'll have)\\s+${NAME}\\s+(?:to\\s+)?(.+)`,
  'iu',
);
export const TO_NAME = new RegExp(
  `^(?:let's |we'll |i'll |i'd |please )?(?:assign|give|leave) (.+?) to ${NAME}[.!]?$`,
  'iu',
);
export const FREE =
  /^(?:we (?:still )?need (?:someone|somebody) to|(?:someone|somebody)(?: (?:needs to|has to|should|must|will have to|ought to|is going to|gotta)|'s (?:gonna|going to|got to|gotta))|who (?:can|will|could|wants to|would like to|is going to|would|takes|is able to|should)|(?:can|could|would|will) (?:anyone|anybody|someone|somebody|one of (?:you|us))|any volunteers? (?:to|for)|we (?:still |also |really )?(?:need to|have to|must|should|ought to)|i need (?:someone|somebody) to)\s+(?:please\s+|also\s+|still\s+)?(.+)/i;
export const WHO_DOES =
  /^who (?!(?:is|has|was|does|wants|needs|knows|thinks|says|likes|cares|else's)\b)(\p{L}{3,}s)\s+(.+)/iu;
const VERBS =
  'send|write|call|email|text|ask|tell (?!me|us)|order|book|buy|bring|check|fix|update|draft|prepare|make|print|clean|cancel|invite|confirm|schedule|arrange|organi[sz]e|review|test|upload|share (?!screen|your screen)|forward|put|move|add|remove|file|pay|return|collect|pick up|finish|set up|talk to|speak to|find|get|create|post|publish|translate|measure|count|sign|submit|deliver|ship|install|repair|replace|research|contact|remind (?!me)|coordinate|announce|photograph|ring|phone|message|chase|pack|weigh|paint|log|drop|leave (?!it|that|me|us|him|her|them)|stick|pop';
export const NAME_DO = new RegExp(
  `(?:^|\\b(?:so|and|then)\\s+)${NAME},?\\s+((?:${VERBS})\\b.+)`,
  'iu',
);
export const DO_PLEASE = new RegExp(`^((?:${VERBS})\\b.+?)[,]? please\\b`, 'iu');
/** `Get it to them today`: binds once it is taken on. */
export const COMMAND = new RegExp(
  `^(?:just |then |so |maybe )*((?:${VERBS})\\b(?! (?:you|me)\\b).+)`,
  'iu',
);
export const ASKED_MID = new RegExp(
  `^${NAME},? (?:[\\p{L}'-]+,? ){1,9}?(?:can|could|would|will) you\\s+(?:please\\s+|also\\s+|just\\s+)*(.+)`,
  'iu',
);
export const YOU_WERE =
  /^(\p{L}[\p{L}'-]+),? (?:you were|you're|you are) (?:going|supposed|meant) to (.+?)(?:,? (?:weren't|aren't|right|no|yes)(?: you)?)?[.?!]*$/iu;
export const NAME_DOES = new RegExp(
  `^${NAME} (does|writes|sends|calls|prepares|handles|makes|covers|brings|checks|books|drafts|fixes|updates|orders|buys|asks|talks to|finishes) ((?:it|that|this|them|the|a|an|our)\\b.*)`,
  'iu',
);
export const PASSIVE =
  /^((?:the|our|my|your|a|an|this|that|\p{L}+)(?: [\p{L}\p{N}'-]+){0,4}? (?:needs?|has|have) to be (?:\p{L}+ed|done|redone|made|sent|written|rewritten|built|bought|paid|cut|put|set up|cleaned up|brought|taken)\b(?: (?:to|for|in|on|from|by) (?:the |our )?[\p{L}\p{N}]+)?)/iu;
/** Requests about the call itself. */
export const IDLE =
  /^(?:do (?:i|we|you|they|not)\b|do(?:[.!,]|$)|hear|see|repeat(?= (?:it|that|please|yourself|the question)\b|[.?!]*$)|say|tell (?:me|us)|explain|elaborate|mute|unmute|speak (?:up|louder|slower)|talk (?:louder|us|about)|walk|share (?:your|the|my) screen|share screen|introduce|start(?: us| please|[?.!]*$)|begin(?: please|[?.!]*$)|go (?:first|next|ahead|on)|give (?:us|me) (?:a|an|the|your) (?:update|overview|sense|example|idea|second|minute)|describe|clarify|imagine|believe|hold|wait|hang|think|know|be|have|remember|see|stop|continue|take (?:us|it away|the floor)|remind|turn|let|come|join|live|stay|look at (?:this|that|the screen)|feel|want|like|mind|understand|guess|not|never|always|note|help me understand|scroll|zoom|show (?:me|us|it)|correct|forgive|excuse|keep (?:it|in mind|going)|read (?:it|this|that)|answer|get (?:to|used|a feel)|find (?:it|that|this|more|them)|give it|notice|move on|click|also see)\b/i;
export const COMMON_NAMES = new Set([
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
