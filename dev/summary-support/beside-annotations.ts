// Ten real development meetings, evenly chosen by name, each with its summary and what the annotators found:
// node dev/summary-support/beside-annotations.ts [summary|annotations] [training]
// With `training` it shows ten of the meetings that are learned from instead.
import { summaryMarkdown } from '../../src/core/summary/summary-markdown.ts';
import {
  type RealMeeting,
  realDevelopmentMeetings,
  realTrainingMeetings,
} from '../../src/engines/summarizer/training/real-meetings.ts';
import { writeExtractiveSummary } from '../../src/engines/summarizer/write-summary.ts';

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
