// Ten real development meetings, evenly chosen by name, each with its summary and what the annotators found:
// node src/engines/summarizer/evaluation/beside-annotations.ts [summary|annotations] [training]
// With `training` it shows ten of the meetings that are learned from instead.
import type { SummaryContent } from '../../../core/ports.ts';
import {
  type RealMeeting,
  realDevelopmentMeetings,
  realTrainingMeetings,
} from '../training/real-meetings.ts';
import { writeExtractiveSummary } from '../write-summary.ts';

const MEETINGS = 10;

const wanted = process.argv.slice(2);
const all = wanted.includes('training') ? realTrainingMeetings() : realDevelopmentMeetings();
const sorted = all.toSorted((a, b) => (a.source.id < b.source.id ? -1 : 1));
const step = sorted.length / MEETINGS;
for (const meeting of sorted.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step)))
  console.log([`# ${meeting.source.id}`, ...(await told(meeting))].join('\n\n'));

async function told(meeting: RealMeeting): Promise<string[]> {
  return [
    ...(wanted.includes('annotations') ? [] : sectionsOf(await writeExtractiveSummary(meeting))),
    ...(wanted.includes('summary') ? [] : annotationsOf(meeting)),
  ];
}

/** As the summary's Markdown shows it. */
function sectionsOf(summary: SummaryContent): string[] {
  const tasks = summary.actionItems.map((item) =>
    [item.ownerDisplayName, item.text, item.dueDate].filter((part) => part !== null).join(' · '),
  );
  return [
    summary.overview,
    list('Decisions', textsOf(summary.decisions)),
    list('Action items', tasks),
    list('Key points', textsOf(summary.keyPoints)),
    list(
      'Topics',
      summary.topics.map(({ title, text }) => `**${title}**: ${text}`),
    ),
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
