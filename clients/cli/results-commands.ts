import type { Summary, Transcript } from '../../contract/generated/api.ts';
import type { ParleyClient, TranscriptMediaType } from '../sdk-typescript/client.ts';
import { type Arguments, UsageError } from './arguments-of.ts';
import { readArguments } from './client-pages.ts';

/** Where a command reports what is not its result: on standard error. */
export type Reporter = {
  note: (text: string) => void;
  /** Shows a line that the next one replaces; an empty one clears it. Null when no terminal is attached. */
  progress: ((line: string) => void) | null;
};

/** The media type of each format but JSON. */
const MEDIA_TYPES: Record<string, TranscriptMediaType> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  text: 'text/plain',
};

/** Text unless another format is requested. With --wait, as soon as it is available. */
export async function transcriptCommand(
  client: ParleyClient,
  args: string[],
  { note, progress }: Reporter,
): Promise<string> {
  const given = readArguments('transcript', args);
  const format = given.text('format') ?? (given.flag('json') ? 'json' : 'text');
  const mediaType = MEDIA_TYPES[format];
  if (mediaType !== undefined && given.flag('json'))
    throw new UsageError('Give either --json or another --format.');
  const transcript = await read(client.transcripts, given, showing('transcript', progress));
  if (mediaType === undefined) return JSON.stringify(transcript);
  // Only JSON can say how far it is.
  if (transcript.status !== 'available')
    throw new Error(`transcript_not_ready: ${sayStatus(transcript, 'transcript')}`);
  const text = await client.transcripts.readAs(mediaType, given.positionals[0] ?? '');
  noteWhatIsMissing(transcript, 'transcript', note);
  return text;
}

export async function summaryCommand(
  client: ParleyClient,
  args: string[],
  { note, progress }: Reporter,
): Promise<string> {
  const given = readArguments('summary', args);
  const summary = await read(client.summaries, given, showing('summary', progress));
  if (given.flag('json')) return JSON.stringify(summary);
  noteWhatIsMissing(summary, 'summary', note);
  return paragraphs(summary).join('\n');
}

type Readable<T> = { read(ref: string): Promise<T>; waitFor(ref: string): Promise<T> };

async function read<T>(from: Readable<T>, given: Arguments, show: Show): Promise<T> {
  const [ref = ''] = given.positionals;
  if (!given.flag('wait')) return from.read(ref);
  const stop = show();
  try {
    return await from.waitFor(ref);
  } finally {
    stop();
  }
}

/** Shows progress until the returned function is called. */
type Show = () => () => void;
const SHOW_EVERY_MS = 1_000;

function showing(name: string, progress: Reporter['progress']): Show {
  return () => {
    if (progress === null) return () => {};
    const begun = performance.now();
    const say = () =>
      progress(`Waiting for the ${name}: ${Math.round((performance.now() - begun) / 1_000)} s`);
    say();
    const timer = setInterval(say, SHOW_EVERY_MS);
    return () => {
      clearInterval(timer);
      progress('');
    };
  };
}

function noteWhatIsMissing(
  artifact: Transcript | Summary,
  name: string,
  note: Reporter['note'],
): void {
  if (artifact.status !== 'available') note(sayStatus(artifact, name));
  else if (artifact.result !== 'complete')
    note(
      `The ${name} is ${artifact.result}${artifact.reason === null ? '' : ` (${artifact.reason})`}.`,
    );
}

const sayStatus = ({ status }: Transcript | Summary, name: string): string =>
  `The ${name} is ${status}; --wait waits for it.`;

function paragraphs(summary: Summary): string[] {
  const action = (item: Summary['actionItems'][number]) =>
    [
      item.text,
      item.ownerDisplayName && `(${item.ownerDisplayName})`,
      item.dueDate && `by ${item.dueDate}`,
    ]
      .filter(Boolean)
      .join(' ');
  return [
    ...(summary.overview ? [summary.overview] : []),
    ...listed('Key points', summary.keyPoints, ({ text }) => text),
    ...listed('Decisions', summary.decisions, ({ text }) => text),
    ...listed('Action items', summary.actionItems, action),
    ...listed('Topics', summary.topics, ({ title, text }) => `${title}: ${text}`),
  ];
}

function listed<T>(title: string, items: readonly T[], lineOf: (item: T) => string): string[] {
  return items.length > 0 ? ['', title, ...items.map((item) => `- ${lineOf(item)}`)] : [];
}
