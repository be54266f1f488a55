import type { SummaryInput, WrittenSummary } from '../../core/ports.ts';
import { chooseLanguage, MIN_WORDS } from './choose-language.ts';
import { writeDay } from './dates/calendar.ts';
import { dateTasks } from './dates/choose-date.ts';
import { isSure, renderDecision } from './decisions/render-decision.ts';
import { chooseKeyPoints } from './digest/choose-key-points.ts';
import { composeOverview } from './digest/compose-overview.ts';
import { describeTopics, withSpeaker } from './digest/describe-topics.ts';
import { findItems } from './find-items.ts';
import type { FoundDecision } from './found-item.ts';
import { type MeetingReading, readMeeting } from './meeting-reading.ts';
import { renderTask } from './tasks/render-task.ts';
import { contentOf } from './text/content-words.ts';
import { functionWords, isEnglish } from './text/function-words.ts';
import { caseRestorer } from './text/restore-case.ts';
import { SAYS_I_OR_YOU } from './text/shift-pronouns.ts';
import type { SpokenSentence } from './text/spoken-sentence.ts';

const GENERATOR = { name: 'extractive', version: '1' };

/**
 * Summarizes a transcript by rules and a small trained network: deterministic, offline, only with what was said.
 * Decisions and action items only for English, little for a language without a list of function words; every item
 * names the segments that contain its words.
 */
export async function writeExtractiveSummary(input: SummaryInput): Promise<WrittenSummary> {
  const language = chooseLanguage(input);
  const reading = await readMeeting(input, language);
  const { sentences, owners } = reading;
  const content = sentences.map((sentence) => contentOf(sentence.words, language));
  const words = sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);
  const budget = budgetFor(words);
  const found = findItems(reading);
  const decisions = surest(found.decisions, budget.decisions);
  const tasks = await dateTasks(surest(found.tasks, budget.actionItems), found.tasks, reading);
  const told = reading.told.map((text, at) => (found.dropped.has(at) ? null : text));
  const meeting = { ...reading, told };
  const withCase = isEnglish(language)
    ? caseRestorer(owners.all, input.segments)
    : (text: string): string => text;
  const ofItems = new Set([...decisions, ...tasks].map(({ at }) => at));
  const topics = describeTopics(meeting, content, budget.topics, ofItems);
  const sure = decisions
    .filter((item) => isSure(item, meeting) && !SAYS_I_OR_YOU.test(item.text))
    .map((item) => asSaidInside(renderDecision(item, meeting), sentences));
  const overview = composeOverview(whoSpoke(meeting), topics, sure, language);
  const shown = [
    ...decisions,
    ...tasks,
    ...topics.flatMap(({ places }) => places.map((at) => ({ at, words: content[at] ?? [] }))),
  ];
  const notSought = notSoughtIn(language, words);
  return {
    ...(notSought && { notSought }),
    languageCode: language,
    overview: withCase(overview),
    keyPoints: chooseKeyPoints(meeting, content, budget.keyPoints, shown, overview).map(
      (sentence) => ({
        text: withCase(withSpeaker(sentence, meeting)),
        segmentRefs: [...sentence.segmentRefs],
      }),
    ),
    decisions: decisions.map((item) => ({
      text: withCase(renderDecision(item, meeting)),
      segmentRefs: [...item.segmentRefs],
    })),
    actionItems: tasks.map((task) => ({
      text: withCase(renderTask(task, meeting)),
      ownerDisplayName: task.ownerDisplayName,
      dueDate: task.dueDay === null ? null : writeDay(task.dueDay),
      segmentRefs: [...task.segmentRefs],
    })),
    topics: topics.map(({ shown: { title, text, segmentRefs } }) => ({
      title: withCase(title),
      text: withCase(text),
      segmentRefs,
    })),
    generator: { ...GENERATOR },
  };
}

/** How many items of each kind a summary may have: grows with the logarithm of the meeting's length in words. */
function budgetFor(words: number) {
  const doublings = Math.log2(1 + words / 200);
  return {
    keyPoints: Math.round(2 + 1.6 * doublings),
    decisions: Math.round(5 + 1.5 * doublings),
    actionItems: Math.round(8 + 2.5 * doublings),
    topics: Math.max(1, Math.min(8, Math.round(0.8 + 1.1 * doublings))),
  };
}

/** A few words in an undeclared language are too little to tell. */
function notSoughtIn(language: string | null, words: number): WrittenSummary['notSought'] {
  if (isEnglish(language) || (language === null && words < MIN_WORDS)) return undefined;
  return functionWords(language).size > 0 ? 'items' : 'anything';
}

/** The surest items, in the order of the meeting. */
function surest<Item extends FoundDecision>(items: readonly Item[], limit: number): Item[] {
  const shown = new Set(items.toSorted((a, b) => b.sureness - a.sureness).slice(0, limit));
  return items.filter((item) => shown.has(item));
}

/** The first letter in lower case if the word occurs so in the meeting. */
function asSaidInside(text: string, sentences: readonly SpokenSentence[]): string {
  const [first = ''] = /^\p{Lu}\p{Ll}+(?=$|[\s,.])/u.exec(text) ?? [];
  const small = first.toLowerCase();
  const isSaid = sentences.some((one) => one.text.split(/[^\p{L}\p{N}'-]+/u).includes(small));
  return isSaid ? small + text.slice(first.length) : text;
}

function whoSpoke({ sentences, owners }: MeetingReading): string[] {
  const lengths = new Map<string, number>();
  for (const { speakerRef, text } of sentences) {
    const name = owners.ofSpeaker(speakerRef);
    if (name !== null) lengths.set(name, (lengths.get(name) ?? 0) + text.length);
  }
  return [...lengths].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
}
