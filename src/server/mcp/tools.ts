// The tools that a language model is given, and what each does with the API.
import type {
  GuestLinkWithUrl,
  Meeting,
  MeetingList,
  NewMeeting,
  Summary,
  Transcript,
} from '../../../contract/generated/api.ts';
import { callApi, type Caller, meetingPath, post, readJson } from './call-api.ts';
import { schemas } from './tool-schemas.ts';
import { MAX_WAIT_SECONDS, type WaitFor, waitForMeeting } from './wait-for-meeting.ts';

type Values = Record<string, unknown>;
/** An object is returned both structured and as text; a string only as text. */
type ToolResult = object | string;

export type Tool = {
  title: string;
  description: string;
  inputSchema: (typeof schemas)[keyof typeof schemas];
  /** Whether it changes nothing. */
  reads: boolean;
  run(caller: Caller, values: Values): Promise<ToolResult>;
};

const ref = (values: Values): string => String(values['meetingRef']);
const keyOf = ({ idempotencyKey }: Values): string | undefined =>
  typeof idempotencyKey === 'string' ? idempotencyKey : undefined;

export const tools: Readonly<Record<string, Tool>> = {
  create_meeting: {
    title: 'Create a meeting',
    description:
      'Creates a meeting. People join through guest links: pass guestLinks, or call create_guest_link later. ' +
      'Anyone with a guestUrl can join: show it only to those who are invited.',
    inputSchema: schemas.createMeeting,
    reads: false,
    run: (caller, { idempotencyKey, ...body }) =>
      post<NewMeeting>(caller, '/v1/meetings', body, keyOf({ idempotencyKey })),
  },
  create_guest_link: {
    title: 'Create a guest link',
    description:
      'Creates a link through which people join a meeting in their browser. Only this call returns its guestUrl.',
    inputSchema: schemas.createGuestLink,
    reads: false,
    run: (caller, { meetingRef, idempotencyKey, ...body }) => {
      const path = meetingPath(String(meetingRef), '/guest-links');
      return post<GuestLinkWithUrl>(caller, path, body, keyOf({ idempotencyKey }));
    },
  },
  list_meetings: {
    title: 'List meetings',
    description: 'Lists meetings, newest first, page by page.',
    inputSchema: schemas.listMeetings,
    reads: true,
    run: (caller, values) => readJson<MeetingList>(caller, `/v1/meetings?${queryOf(values)}`),
  },
  get_meeting: {
    title: 'Read a meeting',
    description: 'Reads one meeting: its title, state, schedule and times.',
    inputSchema: schemas.ofMeeting,
    reads: true,
    run: (caller, values) => readJson<Meeting>(caller, meetingPath(ref(values))),
  },
  wait_for_meeting: {
    title: 'Wait for a meeting',
    description:
      'Waits until a meeting has started or ended, or until its transcript or summary is available. ' +
      'Returns as soon as that happens, or with reached: false when the time runs out.',
    inputSchema: schemas.wait,
    reads: true,
    run: (caller, values) =>
      waitForMeeting(caller, {
        meetingRef: ref(values),
        until: values['until'] as WaitFor,
        seconds: Number(values['seconds'] ?? MAX_WAIT_SECONDS),
      }),
  },
  get_transcript: {
    title: 'Read a transcript',
    description: 'Reads what was said in a meeting, once the transcript is available.',
    inputSchema: schemas.transcript,
    reads: true,
    run: (caller, values) =>
      transcriptText(caller, ref(values), (values['format'] ?? 'text') as TranscriptFormat),
  },
  get_summary: {
    title: 'Read a summary',
    description:
      'Reads the summary of a meeting: overview, key points, decisions, action items, topics. ' +
      'Its status says whether it is available yet.',
    inputSchema: schemas.ofMeeting,
    reads: true,
    run: (caller, values) => readJson<Summary>(caller, meetingPath(ref(values), '/summary')),
  },
  end_meeting: {
    title: 'End a meeting',
    description: 'Ends a meeting that is in progress, for everyone in it.',
    inputSchema: schemas.ofMeeting,
    reads: false,
    run: (caller, values) => post<Meeting>(caller, meetingPath(ref(values), '/end'), undefined),
  },
};

const MEDIA_TYPES = {
  text: 'text/plain',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
} as const;
type TranscriptFormat = keyof typeof MEDIA_TYPES | 'json';

/** The text in the format, or the transcript's status and why there is none. */
async function transcriptText(
  caller: Caller,
  meetingRef: string,
  format: TranscriptFormat,
): Promise<ToolResult> {
  const path = meetingPath(meetingRef, '/transcript');
  const transcript = await readJson<Transcript>(caller, path);
  if (format === 'json') return transcript;
  const { status, result, reason } = transcript;
  if (status !== 'available') {
    const next = 'Call wait_for_meeting with until transcript, then read it.';
    return { meetingRef, status, next };
  }
  if (result === 'empty' || result === 'failed') return { meetingRef, status, result, reason };
  const headers = { accept: MEDIA_TYPES[format] };
  const { text } = await callApi(caller, { method: 'GET', path, headers });
  return result === 'partial' ? `${text}\n[The transcript is partial: ${reason}]` : text;
}

function queryOf(values: Values): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}
