import type { SummaryInput, WrittenSummary } from '../../core/ports.ts';
import { chooseLanguage, MIN_WORDS } from './choose-language.ts';
import { writeDay } from './dates/calendar.ts';
import { dateTasks } from './dates/date-tasks.ts';
import { renderDecision } from './decisions/render-decision.ts';
import { budgetFor } from './digest/length-budget.ts';
import { readsAlone } from './wording/tell-sentence.ts';
import { writeDigest } from './digest/write-digest.ts';
import { findItems } from './find-items.ts';
import type { FoundDecision } from './found-item.ts';
import { type MeetingReading, readMeeting } from './meeting-reading.ts';
import { renderTask } from './tasks/render-task.ts';
import { functionWords, primarySubtag } from './text/function-words.ts';
import { caseRestorer } from './text/restore-case.ts';
import type { SpokenSentence } from './text/spoken-sentence.ts';

/** Surer than any false decision of the meetings that were left out of the fit to long talks. */
const SURE_IN_LONG_TALK = 2.5;
const GENERATOR = { name: 'extractive', version: '1' };

/**
 * Summarizes a transcript by rules and a small trained network: deterministic, offline, nothing that was not said.
 * Decisions and action items only for English, nothing without a list of the language's small words; every item
 * names the segments that hold its words.
 */
export async function writeExtractiveSummary(input: SummaryInput): Promise<WrittenSummary> {
  const language = chooseLanguage(input);
  const meeting = await readMeeting(input, language);
  const { sentences, owners } = meeting;
  const budget = budgetFor(sentences.reduce((sum, sentence) => sum + sentence.words.length, 0));
  const found = findItems(meeting);
  const decisions = surest(readable(found.decisions, renderDecision, meeting), budget.decisions);
  const tasks = surest(
    readable(dateTasks(found.tasks, meeting), renderTask, meeting).filter(({ text }) =>
      decisions.every((decision) => decision.text !== text),
    ),
    budget.actionItems,
  );
  const sure = decisions.filter(({ item }) => isSure(item, meeting)).map(({ text }) => text);
  const told = [...decisions, ...tasks].map(({ item }) => item);
  const digest = writeDigest(meeting, { told, sure }, budget, language);
  const withCase =
    primarySubtag(language) === 'en' ? caseRestorer(owners.all) : (text: string): string => text;
  const notSought = notSoughtIn(language, sentences);
  return {
    ...(notSought && { notSought }),
    languageCode: language,
    overview: withCase(digest.overview),
    keyPoints: digest.keyPoints.map((point) => ({ ...point, text: withCase(point.text) })),
    decisions: decisions.map(({ item, text }) => ({
      text: withCase(text),
      segmentRefs: [...item.segmentRefs],
    })),
    actionItems: tasks.map(({ item, text }) => ({
      text: withCase(text),
      ownerDisplayName: item.ownerDisplayName,
      dueDate: item.dueDay === null ? null : writeDay(item.dueDay),
      segmentRefs: [...item.segmentRefs],
    })),
    topics: digest.topics.map((topic) => ({
      ...topic,
      title: withCase(topic.title),
      text: withCase(topic.text),
    })),
    generator: { ...GENERATOR },
  };
}

type Worded<Item> = { readonly item: Item; readonly text: string };

/** In a long talk only what can be read without what was said around it. */
function readable<Item extends FoundDecision>(
  items: readonly Item[],
  render: (item: Item, meeting: MeetingReading) => string,
  meeting: MeetingReading,
): Worded<Item>[] {
  return items
    .map((item) => ({ item, text: render(item, meeting) }))
    .filter(({ text }) => meeting.longTalk === null || readsAlone(text));
}

/** Of a few words in a language that nobody named, nothing can be said either way. */
function notSoughtIn(
  language: string | null,
  sentences: readonly SpokenSentence[],
): WrittenSummary['notSought'] {
  if (primarySubtag(language) === 'en') return undefined;
  if (language === null)
    return sentences.flatMap(({ words }) => words).length < MIN_WORDS ? undefined : 'anything';
  return functionWords(language).size > 0 ? 'items' : 'anything';
}

/** Whether the overview may say that it was decided. */
function isSure(item: FoundDecision, { longTalk }: MeetingReading): boolean {
  return longTalk === null || item.sureness >= SURE_IN_LONG_TALK;
}

/** The surest items, back in the order of the meeting. */
function surest<Item extends FoundDecision>(
  items: readonly Worded<Item>[],
  limit: number,
): Worded<Item>[] {
  const ranked = items.toSorted((a, b) => b.item.sureness - a.item.sureness);
  const shown = new Set(ranked.slice(0, limit));
  return items.filter((item) => shown.has(item));
}
