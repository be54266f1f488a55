import type { SummaryContent } from '../../../core/ports.ts';
import { readVote } from '../decisions/read-vote.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { contentOf, contentWords, overlap } from '../text/content-words.ts';
import { primarySubtag } from '../text/function-words.ts';
import {
  type Statement,
  chooseKeyPoints,
  readStatements,
  worthOfWords,
} from './choose-key-points.ts';
import { composeOverview } from './compose-overview.ts';
import { describeTopics } from './describe-topics.ts';
import { findOpenQuestions } from './find-open-questions.ts';
import { findPurpose } from './find-purpose.ts';
import type { Budget } from './length-budget.ts';
import { readTopic } from './read-topic.ts';
import { withoutCapital } from '../wording/report-speech.ts';

/** What is as alike is told as a decision or a task. */
const SAME_WORDS = 0.67;

export type DigestItems = {
  /** Decisions and tasks that are shown elsewhere. */
  readonly told: readonly { readonly at: number; readonly words: readonly string[] }[];
  /** Decisions that are sure enough for the overview. */
  readonly sure: readonly string[];
};

/** What the meeting was about; `segmentRefs` name where its words come from. */
export function writeDigest(
  meeting: MeetingReading,
  { told, sure }: DigestItems,
  budget: Budget,
  language: string | null,
): Pick<SummaryContent, 'overview' | 'keyPoints' | 'topics'> {
  const { sentences, owners } = meeting;
  const isEnglish = primarySubtag(language) === 'en';
  const content = sentences.map(({ words }) => contentOf(words, language));
  const statements = readStatements(sentences, language);
  const worth = worthOfWords(content);
  const untold = statements.filter(({ sentence, words }) =>
    told.every((item) => item.at !== sentence.index && overlap(item.words, words) < SAME_WORDS),
  );
  const found = { content, statements: untold, worth };
  const topics = describeTopics(meeting, found, budget.topics, language);
  const votes = isEnglish ? sentences.flatMap((one) => readVote(one, sentences) ?? []) : [];
  const facts = topics.map((topic) => readTopic(topic, meeting));
  const said = facts.flatMap((topic) => topic.said);
  const open = isEnglish ? findOpenQuestions(untold, meeting) : [];
  const overview = composeOverview(
    {
      speakers: whoSpoke(meeting),
      purpose: isEnglish ? findPurpose(meeting) : '',
      topics: facts,
      decisions: sure.map((text) => withoutCapital(text, sentences)),
      carried: votes.filter(({ isCarried }) => isCarried).map(({ matter }) => matter),
      failed: votes.filter(({ isCarried }) => !isCarried).map(({ matter }) => matter),
      open: open.filter((text) => !said.includes(text)),
    },
    language,
  );
  const named = ({ sentence, text }: Statement): string => {
    const name = owners.ofSpeaker(sentence.speakerRef);
    return name === null || !isEnglish ? text : `${name}: ${text}`;
  };
  const covered = new Set(contentWords(overview, language));
  const points = chooseKeyPoints(untold, budget.keyPoints, worth, covered);
  return {
    overview,
    keyPoints: points.map((statement) => ({
      text: named(statement),
      segmentRefs: [...statement.sentence.segmentRefs],
    })),
    topics: topics.map(({ title, statements: [leading], segmentRefs }) => ({
      title: title.text,
      text: leading === undefined ? title.text : named(leading),
      segmentRefs: [...segmentRefs],
    })),
  };
}

/** Most words first. */
function whoSpoke({ sentences, owners }: MeetingReading): string[] {
  const lengths = new Map<string, number>();
  for (const { speakerRef, text } of sentences) {
    const name = owners.ofSpeaker(speakerRef);
    if (name !== null) lengths.set(name, (lengths.get(name) ?? 0) + text.length);
  }
  return [...lengths].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
}
