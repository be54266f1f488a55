// How the words of two ranges become one text. Pure. Only punctuation and the case of a first
// letter change, only at the joint.

const PUNCTUATION = ',.;:!?…';
const LEADING = /^[\s,.;:!?…]+/;
/** Scripts that put no spaces between words, and their punctuation. */
const UNSPACED = `[${['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan']
  .map((script) => `\\p{Script=${script}}`)
  .join('')}ー，、。！？：；「」・]`;
const ENDS_UNSPACED = new RegExp(`${UNSPACED}$`, 'u');
const BEGINS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u');
/** Words that are not names: a capital letter only means that the engine took them for a beginning. */
const SMALL_WORDS = new Set(
  (
    'a about after again all also although an and any are as at be because been before ' +
    'but by can could did do does down each even every for from ' +
    'had has have he her here his how if in into is it its just like more most much my no ' +
    'nor not now of off on one only or other our out over ' +
    'really she should so some such than that the their them then there these they this ' +
    'those through to too under until up us very was we were ' +
    'what when where which while who why with without would you your'
  ).split(' '),
);

/** Joins `left` and `right`. `isCut`: the two ranges touch, so there was no pause between them. */
export function joinTexts(left: string, right: string, isCut: boolean): string {
  const lead = LEADING.exec(right)?.[0] ?? '';
  const tail = right.slice(lead.length);
  const mark = lead.trim().slice(0, 1);
  let head = left.trimEnd();
  if (mark !== '' && head !== '' && !PUNCTUATION.includes(head.slice(-1))) head += mark;
  if (head === '' || tail === '') return `${head}${tail}`;
  const first = /^\p{L}[\p{L}\p{N}]*/u.exec(tail)?.[0] ?? '';
  // A sentence that continues in lower case had not ended.
  if (/^\p{Ll}/u.test(first) && /[^.]\.$/.test(head) && !/\.\p{L}\.$/u.test(head))
    head = head.slice(0, -1);
  // A word cut in two may look like an end.
  if (isCut && /…$|\.\.\.$/.test(head)) head = head.replace(/(…|\.\.\.)$/, '');
  if (isCut && ENDS_UNSPACED.test(head) && BEGINS_UNSPACED.test(tail)) return `${head}${tail}`;
  return `${head} ${endsSentence(head) ? tail : lowered(tail, first)}`;
}

export function endsSentence(text: string): boolean {
  return /[.!?…]["'”’)]*$/.test(text);
}

/** The text without control characters and the repeated punctuation that engines write, as in `short,, the`. */
export function tidyText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/ +(?=[,;:!?](?:\s|$))/g, '')
    .replace(/([,;:])(?:\s*[,;:])+/g, '$1')
    .replace(/[,;:]\s*(?=[.!?](?:\s|$))/g, '')
    .replace(/^[\s,;:.!?]+(?=[^\s\d,;:.!?]|$)/, '')
    .trim();
}

function lowered(tail: string, first: string): string {
  return SMALL_WORDS.has(first.toLowerCase()) && first !== first.toLowerCase()
    ? first.toLowerCase() + tail.slice(first.length)
    : tail;
}
