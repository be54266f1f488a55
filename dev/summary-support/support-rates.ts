// How many true sentences the support check keeps, and how many false ones it lets pass:
// node dev/summary-support/support-rates.ts
import { keepSupported } from '../../src/adapters/openai/keep-supported.ts';
import type { TranscriptReader } from '../../src/core/ports.ts';
import { realDevelopmentMeetings } from '../../src/engines/summarizer/training/real-meetings.ts';
import { transcriptReader } from '../../src/engines/summarizer/transcript-reader.ts';
import { realCases, type SupportCase, writtenCases } from './support-cases.ts';

export type Rate = { kept: number; of: number };

/** By part and truth, such as `decision, negated`. `task owner, true`: shown with its owner. */
export function supportRates(cases: readonly SupportCase[]): Map<string, Rate> {
  const rates = new Map<string, Rate>();
  const count = (key: string, isKept: boolean): void => {
    const { kept, of } = rates.get(key) ?? { kept: 0, of: 0 };
    rates.set(key, { kept: kept + (isKept ? 1 : 0), of: of + 1 });
  };
  const reader = readsOnce(transcriptReader, 'en');
  for (const one of cases) {
    const { isKept, owner } = shownOf(one, reader);
    const isOfOwner = one.part === 'task' && one.owner !== null;
    const hasOwner = owner === one.owner;
    // A task of the wrong person does no harm when it is shown without one.
    const isFooled = isOfOwner && one.truth === 'other person' ? isKept && hasOwner : isKept;
    count(`${one.part}, ${one.truth}`, isFooled);
    if (isOfOwner && one.truth === 'true') count('task owner, true', hasOwner);
  }
  return rates;
}

/** The same reader with a cache: the cases of a meeting share its transcript. */
function readsOnce(reader: TranscriptReader, language: string): TranscriptReader {
  const once = (read: (text: string) => string[]) => {
    const known = new Map<string, string[]>();
    return (text: string): string[] => {
      const words = known.get(text) ?? read(text);
      known.set(text, words);
      return words;
    };
  };
  return {
    ...reader,
    wordsOf: once(reader.wordsOf),
    contentWords: once((text) => reader.contentWords(text, language)),
  };
}

function shownOf(
  { part, text, owner, places, input }: SupportCase,
  reader: TranscriptReader,
): { isKept: boolean; owner: string | null } {
  const item = { text, segments: places };
  const draft = {
    overview: part === 'overview' ? [item] : [],
    keyPoints: [],
    decisions: part === 'decision' ? [item] : [],
    actionItems: part === 'task' ? [{ ...item, owner, due: null }] : [],
    topics: [],
  };
  const { overview, decisions, actionItems } = keepSupported(draft, input, 'en', reader);
  return {
    isKept: overview.length + decisions.length + actionItems.length > 0,
    owner: actionItems[0]?.ownerDisplayName ?? null,
  };
}

if (import.meta.main)
  for (const [set, cases] of [
    ['written', writtenCases()],
    ['real', realCases(realDevelopmentMeetings())],
  ] as const)
    for (const [key, { kept, of }] of supportRates(cases))
      console.log(`${set}: ${key}: ${kept} of ${of} kept (${Math.round((100 * kept) / of)} %)`);
