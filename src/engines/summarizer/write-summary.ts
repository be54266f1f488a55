import type { SummaryContent, SummaryInput, SummaryTopic } from '../../core/ports.ts';
import { budgetFor } from './digest/length-budget.ts';
import { dayInZone, writeDay } from './dates/calendar.ts';
import { chooseKeyPoints, qualityOf, tellKeyPoint } from './digest/choose-key-points.ts';
import { chooseLanguage } from './choose-language.ts';
import { composeOverview, wordForAnd } from './digest/compose-overview.ts';
import { contentOf, contentWords, wordsOf } from './text/content-words.ts';
import { dateTasks } from './dates/date-tasks.ts';
import { findItems } from './find-items.ts';
import type { FoundDecision } from './found-item.ts';
import { primarySubtag } from './text/function-words.ts';
import { distinctPhrases, keyPhrases, titleOf } from './digest/key-phrases.ts';
import { readTurns } from './model/read-turns.ts';
import type { OwnerFinder } from './tasks/resolve-owner.ts';
import { findOwners } from './tasks/resolve-owner.ts';
import { caseRestorer } from './text/restore-case.ts';
import { segmentTopics } from './digest/segment-topics.ts';
import { cutSentences } from './text/sentences.ts';
import { openedMatter } from './references/find-antecedent.ts';
import { readSpeechActs } from './text/speech-acts.ts';
import type { SpeechAct } from './text/speech-acts.ts';
import type { SpokenSentence } from './text/spoken-sentence.ts';
import { tellDecision } from './decisions/render-decision.ts';
import { tellTask } from './tasks/render-task.ts';
import { learnWordKinds } from './text/word-kinds.ts';

const PHRASES_PER_TOPIC = 5;
const LEAST_WORDS = 5;
const LEAST_QUALITY = 0.1;
const GENERATOR = { name: 'extractive', version: '1' };

/**
 * Summarises a transcript by rules and a small trained model: deterministic, no network, nothing that was not said.
 * Decisions and action items only for English; every item names the segments that hold its words.
 */
export async function writeExtractiveSummary(input: SummaryInput): Promise<SummaryContent> {
  const language = chooseLanguage(input);
  const owners = findOwners(input.speakers);
  const sentences = cutSentences(input.segments, owners.all.flatMap(wordsOf));
  const content = sentences.map((sentence) => contentOf(sentence.words, language));
  const words = sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);
  const budget = budgetFor(words);
  const today = input.startedAt === null ? null : dayInZone(input.startedAt, input.timezone);
  const acts = primarySubtag(language) === 'en' ? readSpeechActs(sentences) : [];
  const readings = await readTurns(acts, input.speakers);
  const { decisions, tasks } = findItems(sentences, acts, readings, owners, today);
  const shownDecisions = surest(decisions, budget.decisions);
  const shownTasks = surest(
    dateTasks(tasks, readings, { sentences, owners, today }),
    budget.actionItems,
  );
  const told = [...shownDecisions, ...shownTasks];
  const restored =
    primarySubtag(language) === 'en' ? caseRestorer(owners.all) : (text: string): string => text;
  const decided = shownDecisions.map((item) => ({
    text: tellDecision(item, acts, owners),
    segmentRefs: item.segmentRefs,
  }));
  const topics = describeTopics(sentences, content, budget.topics, language, owners, acts);
  const overview = composeOverview(
    {
      speakers: whoSpoke(sentences, owners),
      topics: topics.map((topic) => topic.phrases),
      decisions: decided.map(({ text }) => withoutCapital(text, sentences)),
    },
    language,
  );
  return {
    languageCode: language,
    overview: restored(overview),
    keyPoints: chooseKeyPoints(sentences, content, budget.keyPoints, language, told, overview).map(
      (sentence) => ({
        text: restored(tellKeyPoint(sentence, owners.ofSpeaker(sentence.speakerRef), language)),
        segmentRefs: [...sentence.segmentRefs],
      }),
    ),
    decisions: decided.map(({ text, segmentRefs }) => ({ text: restored(text), segmentRefs })),
    actionItems: shownTasks.map((task) => ({
      text: restored(tellTask(task, acts, owners)),
      ownerDisplayName: task.ownerDisplayName,
      dueDate: task.dueDay === null ? null : writeDay(task.dueDay),
      segmentRefs: task.segmentRefs,
    })),
    topics: topics.map(({ shown }) => ({
      ...shown,
      title: restored(shown.title),
      text: restored(shown.text),
    })),
    generator: { ...GENERATOR },
  };
}

/** The surest items, back in the order of the meeting. */
function surest<Item extends FoundDecision>(items: readonly Item[], limit: number): Item[] {
  return items
    .toSorted((a, b) => b.sureness - a.sureness || a.at - b.at)
    .slice(0, limit)
    .toSorted((a, b) => a.at - b.at);
}

/** The first letter small where the meeting says the word so. */
function withoutCapital(text: string, sentences: readonly SpokenSentence[]): string {
  const first = /^\p{Lu}\p{Ll}+(?=$|[\s,.])/u.exec(text)?.[0];
  if (first === undefined) return text;
  const small = first.toLowerCase();
  const saysSmall = new RegExp(`(?<![\\p{L}\\p{N}'-])${small}(?![\\p{L}\\p{N}'-])`, 'u');
  return sentences.some(
    (sentence) => sentence.words.includes(small) && saysSmall.test(sentence.text),
  )
    ? small + text.slice(first.length)
    : text;
}

function whoSpoke(sentences: readonly SpokenSentence[], owners: OwnerFinder): string[] {
  const lengths = new Map<string, number>();
  for (const { speakerRef, text } of sentences) {
    const name = owners.ofSpeaker(speakerRef);
    if (name !== null) lengths.set(name, (lengths.get(name) ?? 0) + text.length);
  }
  return [...lengths].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
}

function describeTopics(
  sentences: readonly SpokenSentence[],
  content: readonly (readonly string[])[],
  limit: number,
  language: string | null,
  owners: OwnerFinder,
  acts: readonly SpeechAct[],
): { phrases: string[]; shown: SummaryTopic }[] {
  const kinds = learnWordKinds(sentences, language);
  const names = new Set(owners.all.flatMap(wordsOf));
  const used = new Set<string>();
  const topics: { phrases: string[]; shown: SummaryTopic }[] = [];
  const opened = new Map(
    acts.flatMap((_act, at) => {
      const matter = openedMatter(acts, at, at);
      return matter === undefined ? [] : [[at, contentWords(matter)] as const];
    }),
  );
  for (const block of segmentTopics(sentences, content, limit, new Set(opened.keys()))) {
    const named = new Set(block.flatMap((sentence) => opened.get(sentence.index) ?? []));
    const chosen = distinctPhrases(
      keyPhrases(block, kinds, language, names, named),
      PHRASES_PER_TOPIC,
      used,
    );
    const [first, ...more] = chosen;
    if (first === undefined) continue;
    const leading = leadingSentence(
      block,
      content,
      chosen.flatMap((phrase) => phrase.folded),
    );
    const refs = new Set([
      ...chosen.flatMap((phrase) => [...phrase.segmentRefs].slice(0, 3)),
      ...(leading?.segmentRefs ?? []),
    ]);
    topics.push({
      phrases: [first, ...more].map((phrase) => phrase.named),
      shown: {
        title: titleOf([first], wordForAnd(language)),
        text: leading?.text ?? first.text,
        segmentRefs: [...refs],
      },
    });
  }
  return topics;
}

/** The sentence of a block that holds most of its key phrases for its length. */
function leadingSentence(
  block: readonly SpokenSentence[],
  content: readonly (readonly string[])[],
  phrases: readonly string[],
): SpokenSentence | null {
  const wanted = new Set(phrases);
  let best: SpokenSentence | null = null;
  let bestScore = 0;
  for (const sentence of block) {
    const words = content[sentence.index] ?? [];
    const held = new Set(words.filter((word) => wanted.has(word))).size;
    const thin = sentence.isQuestion || sentence.words.length < LEAST_WORDS;
    const quality = qualityOf(sentence, words) * (thin ? 0.4 : 1) + LEAST_QUALITY;
    const score = ((held + 0.2 * words.length) * quality) / Math.sqrt(4 + words.length);
    if (score > bestScore) {
      best = sentence;
      bestScore = score;
    }
  }
  return best;
}
