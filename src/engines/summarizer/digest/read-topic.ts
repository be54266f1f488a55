// Who spoke of a topic, and what was stated, asked and answered. English.
import { type MeetingReading } from '../meeting-reading.ts';
import { contentWords, overlap } from '../text/content-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { Statement } from './choose-key-points.ts';
import type { TopicFacts } from './compose-overview.ts';
import type { Topic } from './describe-topics.ts';
import { reportSpeech } from '../wording/report-speech.ts';
import { tellQuestion } from '../wording/tell-sentence.ts';

const MIN_SHARE = 0.15;
const PRESENTS_SHARE = 0.6;
const MIN_PRESENTED_WORDS = 120;
const MIN_QUESTIONS = 2;
const MAX_CANDIDATES = 12;
const MIN_QUALITY = 0.55;
const MIN_ASKED_WORDS = 2;
const ANSWER_TURNS = 2;
const SHARED = 0.3;

type Teller = {
  readonly nameOf: (sentence: SpokenSentence) => string;
  readonly report: (statement: Statement) => string | null;
};

export function readTopic(
  { block, phrases, statements }: Topic,
  { owners, sentences }: MeetingReading,
): TopicFacts {
  const nameOf = ({ speakerRef }: SpokenSentence): string => owners.ofSpeaker(speakerRef) ?? '';
  const report = ({ sentence, text, quality }: Statement): string | null => {
    const name = nameOf(sentence);
    return name === '' || quality < MIN_QUALITY ? null : reportSpeech(text, name, sentences);
  };
  const words = new Map<string, number>();
  const questions = new Map<string, number>();
  for (const sentence of block) {
    const name = nameOf(sentence);
    if (name === '') continue;
    words.set(name, (words.get(name) ?? 0) + sentence.words.length);
    if (sentence.isQuestion) questions.set(name, (questions.get(name) ?? 0) + 1);
  }
  const all = [...words.values()].reduce((sum, count) => sum + count, 0);
  const ranked = [...words].toSorted((a, b) => b[1] - a[1]);
  const [first, most] = ranked[0] ?? ['', 0];
  const isPresented = most >= MIN_PRESENTED_WORDS && most >= all * PRESENTS_SHARE;
  const askers = [...questions].filter(([name, count]) => name !== first && count >= MIN_QUESTIONS);
  return {
    phrases,
    speakers: ranked.filter(([, count]) => count >= all * MIN_SHARE).map(([name]) => name),
    isPresented,
    askers: isPresented ? askers.map(([name]) => name) : [],
    said: saidIn(
      block.filter((sentence) => nameOf(sentence) !== ''),
      isPresented ? statements.filter(({ sentence }) => nameOf(sentence) === first) : statements,
      { nameOf, report },
    ),
  };
}

/** A question with its answer, else the statement that says most. */
function saidIn(
  block: readonly SpokenSentence[],
  statements: readonly Statement[],
  { nameOf, report }: Teller,
): string[] {
  for (const sentence of block) {
    const question = sentence.isQuestion ? tellQuestion(sentence.text) : null;
    const wanted = question === null ? [] : contentWords(question);
    if (wanted.length < MIN_ASKED_WORDS) continue;
    const answer = statements.find(
      (one) =>
        one.sentence.turn > sentence.turn &&
        one.sentence.turn <= sentence.turn + ANSWER_TURNS &&
        one.sentence.speakerRef !== sentence.speakerRef &&
        overlap(wanted, one.words) >= SHARED,
    );
    const told = answer === undefined ? null : report(answer);
    if (told !== null) return [`${nameOf(sentence)} asked: “${question}” ${told}`];
  }
  const claims = statements.slice(0, MAX_CANDIDATES).flatMap((one) => report(one) ?? []);
  return claims.slice(0, 1);
}
