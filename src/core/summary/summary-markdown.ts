import type { Summary } from '../../../contract/generated/api.ts';

type Shown = Pick<Summary, 'overview' | 'decisions' | 'actionItems' | 'keyPoints' | 'topics'>;

/** The summary as readable text (CommonMark). Headings are English, like the field names. Pure. */
export function summaryMarkdown(title: string, summary: Shown): string {
  const tasks = summary.actionItems.map(({ text, ownerDisplayName, dueDate }) =>
    [
      oneLine(text),
      ...(ownerDisplayName === null ? [] : [`(${oneLine(ownerDisplayName)})`]),
      ...(dueDate === null ? [] : [`by ${dueDate}`]),
    ].join(' '),
  );
  const topics = summary.topics.map(
    (topic) => `**${oneLine(topic.title)}**: ${oneLine(topic.text)}`,
  );
  const texts = (points: readonly { text: string }[]) => points.map(({ text }) => oneLine(text));
  return [
    `# ${oneLine(title)}`,
    ...(summary.overview === null ? [] : [oneLine(summary.overview)]),
    ...section('Decisions', texts(summary.decisions)),
    ...section('Action items', tasks),
    ...section('Key points', texts(summary.keyPoints)),
    ...section('Topics', topics),
  ]
    .join('\n\n')
    .concat('\n');
}

function section(heading: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`## ${heading}`, items.map((item) => `- ${item}`).join('\n')];
}

/** Spoken or typed text must not start markup of its own. */
const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|]/g, (mark) => `\\${mark}`);
