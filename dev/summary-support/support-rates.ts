// How many true sentences the support check keeps, and how many false ones it lets pass:
// node dev/summary-support/support-rates.ts
import { keepSupported } from '../../src/adapters/openai/keep-supported.ts';
import {
  realDevelopmentMeetings,
  type RealMeeting,
  realTrainingMeetings,
} from '../../src/engines/summarizer/training/real-meetings.ts';
import { transcriptReader } from '../../src/engines/summarizer/transcript-reader.ts';
import { realCases, type SupportCase, writtenCases } from './support-cases.ts';
import { summaryMarkdown } from '../../src/core/summary/summary-markdown.ts';
import { writeExtractiveSummary } from '../../src/engines/summarizer/write-summary.ts';

export type Rate = { kept: number; of: number };

/** By part and truth, such as `decision, negated`. `task owner, true`: shown with its owner. */
export function supportRates(cases: readonly SupportCase[]): Map<string, Rate> {
  const rates = new Map<string, Rate>();
  const count = (key: string, isKept: boolean): void => {
    const { kept, of } = rates.get(key) ?? { kept: 0, of: 0 };
    rates.set(key, { kept: kept + (isKept ? 1 : 0), of: of + 1 });
  };
  for (const one of cases) {
    const { isKept, owner } = shownOf(one);
    const isOfOwner = one.part === 'task' && one.owner !== null;
    const hasOwner = owner === one.owner;
    // A task of the wrong person does no harm when it is shown without one.
    const isFooled = isOfOwner && one.truth === 'other person' ? isKept && hasOwner : isKept;
    count(`${one.part}, ${one.truth}`, isFooled);
    if (isOfOwner && one.truth === 'true') count('task owner, true', hasOwner);
  }
  return rates;
}

function shownOf({ part, text, owner, places, input }: SupportCase): {
  isKept: boolean;
  owner: string | null;
} {
  const item = { text, segments: places };
  const draft = {
    overview: part === 'overview' ? [item] : [],
    keyPoints: [],
    decisions: part === 'decision' ? [item] : [],
    actionItems: part === 'task' ? [{ ...item, owner, due: null }] : [],
    topics: [],
  };
  const { overview, decisions, actionItems } = keepSupported(draft, input, 'en', transcriptReader);
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

// Ten real development meetings, evenly chosen by name, each with its summary and what the annotators found:
// node dev/summary-support/beside-annotations.ts [summary|annotations] [training]
// With `training` it shows ten of the meetings that are learned from instead.

const MEETINGS = 10;

const wanted = process.argv.slice(2);
const COMPLETE = { result: 'complete', reason: null } as const;
const all = wanted.includes('training') ? realTrainingMeetings() : realDevelopmentMeetings();
const sorted = all.toSorted((a, b) => (a.source.id < b.source.id ? -1 : 1));
const step = sorted.length / MEETINGS;
for (const meeting of sorted.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step)))
  console.log((await told(meeting)).join('\n\n'));

async function told(meeting: RealMeeting): Promise<string[]> {
  const { id } = meeting.source;
  return [
    wanted.includes('annotations')
      ? `# ${id}`
      : summaryMarkdown(id, { ...(await writeExtractiveSummary(meeting)), ...COMPLETE }).trimEnd(),
    ...(wanted.includes('summary') ? [] : annotationsOf(meeting)),
  ];
}

function annotationsOf({ annotations }: RealMeeting): string[] {
  const tasks = (annotations.actionItems ?? []).map(({ text, owners }) =>
    [...owners, text].join(' · '),
  );
  return [
    list('Annotated abstract', textsOf(annotations.abstract)),
    list('Annotated decisions', textsOf(annotations.decisions ?? [])),
    list('Annotated action items', tasks),
    list('Annotated decisions or action items', textsOf(annotations.decisionsAndTasks ?? [])),
    list('Annotated problems', textsOf(annotations.problems ?? [])),
    list(
      'Annotated topics',
      annotations.topics.map(({ title }) => title),
    ),
  ];
}

function list(heading: string, items: readonly string[]): string {
  return [`## ${heading}`, '', ...(items.length === 0 ? ['(none)'] : items).map(dash)].join('\n');
}

function textsOf(items: readonly { readonly text: string }[]): string[] {
  return items.map(({ text }) => text);
}

function dash(item: string): string {
  return `- ${item}`;
}
