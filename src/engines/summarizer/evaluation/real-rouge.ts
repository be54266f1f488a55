// ROUGE of overview and key points against the annotators' abstracts of the real development meetings:
// node src/engines/summarizer/evaluation/real-rouge.ts
// F1 of words as `wordsOf` gives them, not folded; ROUGE-Lsum after Lin (2004), the union over sentences.
import { realDevelopmentMeetings } from '../training/real-meetings.ts';
import { wordsOf } from '../text/content-words.ts';
import { writeExtractiveSummary } from '../write-summary.ts';

const scores: { one: number; sum: number }[] = [];
for (const meeting of realDevelopmentMeetings()) {
  const { overview, keyPoints } = await writeExtractiveSummary(meeting);
  const wanted = meeting.annotations.abstract.map(({ text }) => wordsOf(text));
  const shown = [...overview.split(/(?<=[.?!])\s+/), ...keyPoints.map(({ text }) => text)].map(
    wordsOf,
  );
  scores.push({ one: rougeOne(wanted.flat(), shown.flat()), sum: rougeLsum(wanted, shown) });
}
const mean = (list: readonly number[]): string =>
  (list.reduce((sum, value) => sum + value, 0) / list.length).toFixed(3);
console.log(`ROUGE-1 ${mean(scores.map(({ one }) => one))}`);
console.log(`ROUGE-Lsum ${mean(scores.map(({ sum }) => sum))}`);

function rougeOne(wanted: readonly string[], shown: readonly string[]): number {
  const left = countsOf(shown);
  return f1(wanted.filter((word) => takeOne(left, word)).length, wanted.length, shown.length);
}

function rougeLsum(wanted: readonly string[][], shown: readonly string[][]): number {
  const left = countsOf(shown.flat());
  let common = 0;
  for (const sentence of wanted) {
    const places = new Set(shown.flatMap((other) => placesInCommon(sentence, other)));
    common += [...places].filter((at) => takeOne(left, sentence[at] ?? '')).length;
  }
  return f1(common, wanted.flat().length, shown.flat().length);
}

/** Places in `wanted` of a longest common subsequence. */
function placesInCommon(wanted: readonly string[], shown: readonly string[]): number[] {
  const lengths = Array.from({ length: wanted.length + 1 }, () => shown.map(() => 0).concat(0));
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = wanted.length - 1; row >= 0; row -= 1)
    for (let column = shown.length - 1; column >= 0; column -= 1)
      (lengths[row] ?? [])[column] =
        wanted[row] === shown[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const places: number[] = [];
  for (let row = 0, column = 0; row < wanted.length && column < shown.length;) {
    if (wanted[row] === shown[column]) {
      places.push(row);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return places;
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function takeOne(left: Map<string, number>, word: string): boolean {
  const count = left.get(word) ?? 0;
  left.set(word, count - 1);
  return count > 0;
}

function f1(common: number, wanted: number, shown: number): number {
  return wanted + shown === 0 ? 0 : (2 * common) / (wanted + shown);
}
