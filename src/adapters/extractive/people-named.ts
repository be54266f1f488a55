// Whether words name somebody or a group that one can talk to. English.
const KIN =
  'neighbou?rs?|flatmates?|wife|husband|partner|mum|mom|mother|dad|father|parents?|brothers?|sisters?|cousins?|uncle|aunt|auntie|nan|gran(?:ny|dad|dma)?|nephew|niece|son|daughter|girlfriend|boyfriend|kids?|child(?:ren)?|boys?|girls?|lads?|bloke|guys?|fell(?:a|ow)s?|man|men|wom[ae]n|lady|ladies|gentlem[ae]n|somebody|someone|people|folks?|friends?|mates?|one who';
const WORK =
  'boss|chef|coach|vet|nurse|matron|doctor|dentist|landlady|driver|cleaner|caretaker|manager|director|head(?:teacher| teacher|master)?|principal|treasurer|secretary|chair|warden|priest|vicar|rector|canon|dean|architect|accountant|consultant|agent|apprentice|officer|inspector|student|volunteer|guest|customer|client|patient|tenant|guardian|professor|clerk|accompanist|structural';
const GROUP =
  'committee|council|board|office|bank|agency|school|union|club|team|crew|company|firm|suppliers?|staff|police|garage|hospital|pharmacy|library|museum|department|insurers?|insurance|league|reception|catering|finance|marketing|legal|parish|diocese|ministry|court|press|brewery|bakery|shop|lab|clinic|hotel|venue|hall';
const BY_ENDING =
  '\\p{L}{3,}(?:ist|ician|ographer|woman|person|keeper|smith|master)s?|(?:plumb|build|engrav|print|roof|plaster|carpent|paint|bak|butch|lectur|teach|farm|fish|garden|haul)ers?|engineers?|vendors?|contractors?|auditors?|doctors?|electricians?|tutors?|editors?|sponsors?|donors?|mayors?|\\p{L}{4,}man';
const TITLE = '(?:mr|mrs|ms|miss|dr|prof|sir|father|sister|canon|auntie?|uncle|coach|captain)\\.? \\p{L}{2,}';
const WHO = new RegExp(`\\b(?:${TITLE}|(?:${KIN}|${WORK}|${GROUP}|${BY_ENDING})s?)\\b(?!')`, 'iu');
const PLACES_AND_DAYS =
  '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|I|OK|Okay|English|French|German|PDF|TV|UK|US';
/** A capital inside a sentence, or a name all by itself. */
const NAME = new RegExp(
  `(?<=[\\p{L}\\p{N},;]\\s)(?!(?:${PLACES_AND_DAYS})\\b)\\p{Lu}\\p{Ll}+|^(?!(?:${PLACES_AND_DAYS})\\b)\\p{Lu}\\p{Ll}+(?=[,.?!]|$|'s\\b| (?:from|at|on|in|said|says|could|can|would|will|is|has|does|was|wants|needs|knows|likes)\\b)`,
  'u',
);

/** Where the first person or group is named; -1 for none. */
export function personAt(text: string): number {
  const found = [WHO.exec(text)?.index, NAME.exec(text)?.index].filter((at) => at !== undefined);
  return found.length === 0 ? -1 : Math.min(...found);
}
