// What each tool takes. The API checks lengths, dates and languages, and reports every fault.
import type { MeetingState } from '../../../contract/generated/api.ts';
import { MAX_WAIT_SECONDS, WAIT_FOR } from './wait-for-meeting.ts';

const MEETING_STATES: readonly MeetingState[] = [
  'created',
  'in_progress',
  'ending',
  'ended',
  'cancelled',
  'failed',
];

const meetingRef = {
  type: 'string',
  // No characters with a meaning in a path.
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'The meetingRef of the meeting, such as mtg_7Hc2Qm9ZtR4vKx81LbNfWpYs.',
} as const;
const idempotencyKey = {
  type: 'string',
  pattern: '^[A-Za-z0-9_.-]{1,255}$',
  description:
    'A key that you choose for this call. Repeating the call with the same key creates nothing twice.',
} as const;
const link = {
  displayName: { type: 'string', description: 'Name of the guest, which the join page fills in.' },
  role: {
    type: 'string',
    enum: ['guest', 'host'],
    description: 'host may admit, mute and remove people; needs the scope hosts:write.',
  },
  expiresAt: {
    type: 'string',
    description: 'RFC 3339 date-time after which the link no longer works.',
  },
  maxUses: {
    type: 'integer',
    minimum: 1,
    description: 'How many times people can join through the link.',
  },
} as const;

const taking = (required: readonly string[], properties: object) => ({
  type: 'object' as const,
  properties: properties as Record<string, object>,
  required: [...required],
  additionalProperties: false,
});

const dateTime = 'RFC 3339 date-time with an offset or Z';

export const schemas = {
  createMeeting: taking(['title'], {
    title: { type: 'string', description: 'The name of the meeting that people see.' },
    schedule: {
      ...taking(['startAt', 'endAt', 'timezone'], {
        startAt: { type: 'string', description: `${dateTime}.` },
        endAt: { type: 'string', description: `${dateTime}, after startAt.` },
        timezone: { type: 'string', description: 'IANA name, such as Europe/Berlin.' },
      }),
      description: 'When the meeting is planned. This neither starts nor ends it.',
    },
    languageCode: { type: 'string', description: 'BCP 47 tag of the language spoken, such as en.' },
    guestLinks: {
      type: 'array',
      maxItems: 20,
      items: taking([], link),
      description: 'Guest links to create at once; {} creates one for anyone.',
    },
    idempotencyKey,
  }),
  createGuestLink: taking(['meetingRef'], { meetingRef, ...link, idempotencyKey }),
  listMeetings: taking([], {
    meetingState: {
      type: 'array',
      items: { type: 'string', enum: MEETING_STATES },
      description: 'Return only meetings in one of these states.',
    },
    createdAfter: { type: 'string', description: `${dateTime}.` },
    pageSize: {
      type: 'integer',
      minimum: 1,
      maximum: 200,
      description: 'Number of meetings per page.',
    },
    pageToken: { type: 'string', description: 'nextPageToken of the previous page.' },
  }),
  ofMeeting: taking(['meetingRef'], { meetingRef }),
  wait: taking(['meetingRef', 'until'], {
    meetingRef,
    until: {
      type: 'string',
      enum: WAIT_FOR,
      description:
        'started, ended: of the meeting itself; transcript, summary: that it is available.',
    },
    seconds: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      description: `How long to wait; default ${MAX_WAIT_SECONDS}.`,
    },
  }),
  transcript: taking(['meetingRef'], {
    meetingRef,
    format: {
      type: 'string',
      enum: ['text', 'json', 'vtt', 'srt'],
      description: 'Default text. json has the time, speaker and reference of each segment.',
    },
  }),
};
