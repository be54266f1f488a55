import type {
  CreateMeeting,
  Meeting,
  MeetingState,
  Schedule,
} from '../../contract/generated/api.ts';
import type { ParleyClient } from '../sdk-typescript/client.ts';
import { type Arguments, UsageError } from './arguments-of.ts';
import { clientUsage, countOf, readArguments } from './client-pages.ts';
import { details, table } from './table.ts';

const DEFAULT_LIMIT = 50;
const MAX_PAGE_SIZE = 200;

export async function meetingsCommand(
  client: ParleyClient,
  [verb, ...args]: string[],
): Promise<string> {
  switch (verb) {
    case 'create':
      return create(client, args);
    case 'list':
      return list(client, args);
    case 'show':
    case 'end':
    case 'cancel': {
      const given = readArguments(`meetings ${verb}`, args);
      const method = verb === 'show' ? 'read' : verb;
      return shown(await client.meetings[method](given.positionals[0] ?? ''), given);
    }
    case undefined:
    default:
      throw new UsageError(`Use one of:\n${clientUsage}`);
  }
}

async function create(client: ParleyClient, args: string[]): Promise<string> {
  const given = readArguments('meetings create', args);
  const title = given.text('title');
  if (title === undefined) throw new UsageError('Give the meeting a title: --title T.');
  const idempotencyKey = given.text('idempotency-key');
  const body: CreateMeeting = {
    title,
    schedule: scheduleOf(given),
    languageCode: given.text('language') ?? null,
  };
  return shown(
    await client.meetings.create(body, idempotencyKey === undefined ? {} : { idempotencyKey }),
    given,
  );
}

function scheduleOf(given: Arguments): Schedule | null {
  const [startAt, endAt, timezone] = [
    given.text('start-at'),
    given.text('end-at'),
    given.text('timezone'),
  ];
  if (startAt === undefined && endAt === undefined && timezone === undefined) return null;
  if (startAt === undefined || endAt === undefined || timezone === undefined)
    throw new UsageError('A schedule needs all of --start-at, --end-at and --timezone.');
  return { startAt, endAt, timezone };
}

async function list(client: ParleyClient, args: string[]): Promise<string> {
  const given = readArguments('meetings list', args);
  const limit = countOf(given, 'limit') ?? DEFAULT_LIMIT;
  const [state, createdAfter] = [given.text('state'), given.text('created-after')];
  const meetings: Meeting[] = [];
  const filter = {
    // The service refuses an unknown state and lists the valid ones.
    ...(state !== undefined && { meetingState: state as MeetingState }),
    ...(createdAfter !== undefined && { createdAfter }),
    pageSize: Math.min(limit, MAX_PAGE_SIZE),
  };
  for await (const meeting of client.meetings.listAll(filter))
    if (meetings.push(meeting) >= limit) break;
  return given.flag('json') ? JSON.stringify(meetings) : tableOf(meetings);
}

const shown = (meeting: Meeting, given: Arguments): string =>
  given.flag('json') ? JSON.stringify(meeting) : aboutMeeting(meeting);

const stateOf = ({ meetingState, stateReason }: Meeting): string =>
  stateReason === null ? meetingState : `${meetingState} (${stateReason})`;

function aboutMeeting(meeting: Meeting): string {
  const { schedule } = meeting;
  return details({
    meeting: meeting.meetingRef,
    title: meeting.title,
    state: stateOf(meeting),
    planned: schedule && `${schedule.startAt} to ${schedule.endAt} (${schedule.timezone})`,
    language: meeting.languageCode,
    created: meeting.createdAt,
    started: meeting.startedAt,
    ended: meeting.endedAt,
  });
}

const tableOf = (meetings: readonly Meeting[]): string =>
  table(
    ['MEETING', 'STATE', 'AT', 'TITLE'],
    meetings.map((meeting) => [
      meeting.meetingRef,
      stateOf(meeting),
      meeting.schedule?.startAt ?? meeting.createdAt,
      meeting.title,
    ]),
  );
