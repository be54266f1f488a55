import type { Summary } from '../../../contract/generated/api.ts';

type Shown = Pick<
  Summary,
  'result' | 'reason' | 'overview' | 'decisions' | 'actionItems' | 'keyPoints' | 'topics'
>;

/** The summary as readable text (CommonMark). Headings are English, like the field names. Pure. */
export function summaryMarkdown(title: string, summary: Shown): string {
  const tasks = summary.actionItems.map(({ text, ownerDisplayName, dueDate }) =>
    [
      plainLine(text),
      ...(ownerDisplayName === null ? [] : [`(${plainLine(ownerDisplayName)})`]),
      ...(dueDate === null ? [] : [`by ${dueDate}`]),
    ].join(' '),
  );
  const topics = summary.topics.map(
    (topic) => `**${plainLine(topic.title)}**: ${plainLine(topic.text)}`,
  );
  const texts = (points: readonly { text: string }[]) => points.map(({ text }) => plainLine(text));
  return [
    `# ${plainLine(title)}`,
    ...(summary.result === 'complete' ? [] : [resultOf(summary)]),
    ...(summary.overview === null ? [] : [plainLine(summary.overview)]),
    ...section('Decisions', texts(summary.decisions)),
    ...section('Action items', tasks),
    ...section('Key points', texts(summary.keyPoints)),
    ...section('Topics', topics),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Without it, a summary that is not complete would seem to say that nothing was decided. */
function resultOf({ result, reason }: Shown): string {
  return `This summary is ${result}${reason === null ? '' : ` (${plainLine(reason)})`}.`;
}

function section(heading: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`## ${heading}`, items.map((item) => `- ${item}`).join('\n')];
}

/** One line. Spoken or typed text must not start markup of its own: `3. März` is no list. */
const plainLine = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>#|]/g, (mark) => `\\${mark}`)
    .replace(/^(\d*)([-+.)])(?=\s)/, '$1\\$2');
