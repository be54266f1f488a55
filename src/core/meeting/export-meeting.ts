import { type Actor, type Ctx } from '../context.ts';
import { participantsCsv } from '../participant/participants-csv.ts';
import { listParticipants } from '../participant/read-participants.ts';
import { Problem } from '../problem.ts';
import { readSummary } from '../summary/read-summary.ts';
import { summaryMarkdown } from '../summary/summary-markdown.ts';
import { readTranscript } from '../transcript/read-transcript.ts';
import { writePlainText, writeSubRip, writeWebVtt } from '../transcript/transcript-formats.ts';
import { readMeeting } from './read-meeting.ts';
import { isTerminal } from './transitions.ts';

const EXPORT_SCOPES = [
  'meetings:read',
  'participants:read',
  'transcripts:read',
  'summaries:read',
] as const;

export type ExportedFile = { name: string; text: string };

/**
 * Everything about a meeting that is over, file by file; what was deleted is left out. Problems: insufficient_scope,
 * meeting_not_found, content_expired, invalid_state.
 */
export async function exportMeeting(
  ctx: Ctx,
  request: { actor: Actor; meetingRef: string },
): Promise<ExportedFile[]> {
  const missing = EXPORT_SCOPES.find((scope) => !request.actor.scopes.includes(scope));
  if (missing) throw new Problem('insufficient_scope', { requiredScope: missing });
  const { meeting } = await readMeeting(ctx, request);
  if (!isTerminal(meeting.meetingState))
    throw new Problem('invalid_state', { meetingState: meeting.meetingState });
  const people = await listParticipants(ctx, { ...request, states: [], page: null });
  return [
    { name: 'meeting.json', text: jsonOf(meeting) },
    { name: 'participants.csv', text: participantsCsv(people.participants) },
    ...(await unlessExpired(() => transcriptFiles(ctx, request))),
    ...(await unlessExpired(() => summaryFiles(ctx, request, meeting.title))),
  ];
}

type Request = { actor: Actor; meetingRef: string };

async function transcriptFiles(ctx: Ctx, request: Request): Promise<ExportedFile[]> {
  const { transcript } = await readTranscript(ctx, request);
  const json = { name: 'transcript.json', text: jsonOf(transcript) };
  if (transcript.status !== 'available') return [json];
  return [
    json,
    { name: 'transcript.txt', text: writePlainText(transcript) },
    { name: 'transcript.vtt', text: writeWebVtt(transcript) },
    { name: 'transcript.srt', text: writeSubRip(transcript) },
  ];
}

async function summaryFiles(ctx: Ctx, request: Request, title: string): Promise<ExportedFile[]> {
  const { summary } = await readSummary(ctx, request);
  const json = { name: 'summary.json', text: jsonOf(summary) };
  if (summary.status !== 'available') return [json];
  return [json, { name: 'summary.md', text: summaryMarkdown(title, summary) }];
}

async function unlessExpired(read: () => Promise<ExportedFile[]>): Promise<ExportedFile[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Problem && error.code === 'content_expired') return [];
    throw error;
  }
}

const jsonOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
