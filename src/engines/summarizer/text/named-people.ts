// Whether words name somebody or a group that one can talk to. English.
import { contentWords } from './content-words.ts';

const KIN = [
  'neighbou?r|flatmate|wife|husband|partner|mum|mom|mother|dad|father|brother|sister|cousin|',
  'uncle|aunt|auntie|nan|gran(?:ny|dad|dma)?|nephew|niece|son|daughter|girlfriend|boyfriend|',
  'kid|child|boy|girl|lad|bloke|guy|fell(?:a|ow)|feller|man|woman|lady|gentleman|somebody|',
  'someone|friend|mate|one who',
].join('');
const MANY = 'children|men|women|ladies|gentlemen|people|folk|parent';
const WORK = [
  'boss|chef|coach|vet|nurse|matron|doctor|dentist|landlady|driver|cleaner|caretaker|manager|',
  'director|head(?:teacher| teacher|master)?|principal|treasurer|secretary|chair|warden|priest|',
  'vicar|rector|canon|dean|architect|accountant|consultant|agent|apprentice|officer|inspector|',
  'student|volunteer|guest|customer|client|patient|tenant|guardian|professor|clerk|accompanist|',
  'structural',
].join('');
const GROUP = [
  'committee|council|board|office|bank|agency|school|union|club|team|crew|company|firm|',
  'suppliers?|staff|police|garage|hospital|pharmacy|library|museum|department|insurers?|',
  'insurance|league|reception|catering|finance|marketing|legal|parish|diocese|ministry|court|',
  'press|brewery|bakery|shop|lab|clinic|hotel|venue|hall',
].join('');
const BY_ENDING = [
  '\\p{L}{3,}(?:ist|ician|ographer|woman|person|keeper|smith|master)|(?:plumb|build|engrav|',
  'print|roof|plaster|carpent|paint|bak|butch|lectur|teach|farm|fish|garden|haul|organis|',
  'organiz|cater|report|own|danc|train|lead)er|(?:translat|conduct|coordinat|administrat|',
  'supervis|decorat|survey|contract|audit|doct|tut|edit|spons|don|may|vend|act|invest)or|',
  'engineer|electrician|\\p{L}{4,}man',
].join('');
const TITLE =
  '(?:mr|mrs|ms|miss|dr|prof|sir|father|sister|canon|auntie?|uncle|coach|captain)\\.? \\p{L}{2,}';
const WHO = new RegExp(
  `\\b(?:${TITLE}|(?:${KIN}|${MANY}|${WORK}|${GROUP}|${BY_ENDING})s?)\\b(?!')`,
  'iu',
);
const ONE = new RegExp(`\\b(?:${TITLE}|${KIN}|${WORK}|${BY_ENDING})\\b(?!')`, 'iu');
const PLACES_AND_DAYS = [
  '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|',
  'August|September|October|November|December|Christmas|Easter|I|OK|Okay|English|French|German|',
  'PDF|TV|UK|US',
].join('');
const CAPITAL = `(?!(?:${PLACES_AND_DAYS})\\b)\\p{Lu}\\p{Ll}+`;
/** Who stands behind these is a place. */
const NAME = new RegExp(
  `(?<=[\\p{L}\\p{N},;]\\s)(?<!\\b(?:at|in|near|around|across|via|of)\\s)${CAPITAL}`,
  'u',
);
/** All by itself, or followed by what a person does. */
const FIRST_NAME = new RegExp(
  [
    `^(${CAPITAL})(?=[,.?!]|$|'s\\b| (?:from|at|on|in|said|says|could|can|would|will|is|`,
    'has|does|was|wants|needs|knows|likes)\\b)',
  ].join(''),
  'u',
);

/** Where the first person, or also group where `single` is false, is named; -1 for none. */
export function personAt(text: string, single = false): number {
  const first = FIRST_NAME.exec(text)?.[1] ?? '';
  if (contentWords(first).length > 0) return 0;
  const found = [(single ? ONE : WHO).exec(text)?.index, NAME.exec(text)?.index].filter(
    (at) => at !== undefined,
  );
  return found.length === 0 ? -1 : Math.min(...found);
}
