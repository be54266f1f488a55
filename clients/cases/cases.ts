// Client calls and the service's answers, taken from the contract's examples. Every client must send the
// same requests (recorded.txt) and return the same results.
import { problems } from '../../contract/generated/problems.ts';
import { type Answer, ETAG, refusal, success } from './contract-answers.ts';

export type Case = {
  name: string;
  /** The TypeScript name, such as `meetings.listAll`. */
  call: string;
  /** By position in every client. */
  args: unknown[];
  /** By name: the object after `args` in TypeScript, keywords in Python. */
  options?: Record<string, unknown>;
  answers: Answer[];
  maxRetries?: number;
  /** How much of a stream is read. */
  take?: number;
};

/** What a gateway answers in the service's place. */
const gateway = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'application/problem+json', 'retry-after': '0' },
  body,
});

/** The answer of a web site. */
const WEB_PAGE: Answer = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' };

const NOT_MODIFIED: Answer = { status: 304, headers: { etag: ETAG }, body: '' };
const MEETING = 'mtg_7Hc2Qm9ZtR4vKx81LbNfWpYs';
const LINK = 'gl_2mVb8XrT0qLw5NcJ9uHsZ4Ky';
const PERSON = 'pt_K4vx81LbNfWpYs7Hc2Qm9ZtR';
const WEBHOOK = 'wh_5tGq81LbNfWpYs7Hc2Qm9ZtR';
const DELIVERY = 'dlv_K4vx81LbNfWpYs7Hc2Qm9ZtR';

const one = (call: string, id: string, args: unknown[], more: Partial<Case> = {}): Case => ({
  name: `${call} (${id})`,
  call,
  args,
  ...more,
  answers: more.answers ?? [success(id)],
});

const meetings: Case[] = [
  one('meetings.create', 'createMeeting', [{ title: 'Überblick „Q4“ 会議', metadata: { a: '1' } }]),
  one('meetings.read', 'readMeeting', [MEETING]),
  one('meetings.readWithEtag', 'readMeeting', [MEETING]),
  one('meetings.list', 'listMeetings', [], {
    options: {
      meetingState: ['ended', 'failed'],
      createdAfter: '2026-11-20T00:00:00+01:00',
      metadata: { crm_id: '4 & 2', 'a.b': 'ä' },
      order: '-createdAt',
      pageSize: 2,
    },
  }),
  one('meetings.listAll', 'listMeetings', [], {
    options: { meetingState: 'ended', pageSize: 1 },
    answers: [success('listMeetings'), success('listMeetings', 'empty')],
  }),
  one('meetings.update', 'updateMeeting', [MEETING, { schedule: null }]),
  one('meetings.update', 'updateMeeting', [MEETING, { title: 'B' }], {
    name: 'meetings.update of one version',
    options: { ifMatch: ETAG },
  }),
  one('meetings.export', 'exportMeeting', [MEETING], {
    answers: [success('exportMeeting', 'file', 'application/zip')],
  }),
  one('meetings.delete', 'deleteMeeting', [MEETING]),
  one('meetings.end', 'endMeeting', [MEETING], { options: { idempotencyKey: 'mine' } }),
  one('meetings.cancel', 'cancelMeeting', [MEETING]),
  one('meetings.lock', 'lockMeeting', [MEETING]),
  one('meetings.unlock', 'unlockMeeting', [MEETING]),
  one('meetings.muteAll', 'muteAll', [MEETING]),
  one('meetings.admitAll', 'admitAll', [MEETING]),
];

const people: Case[] = [
  one('guestLinks.create', 'createGuestLink', [MEETING]),
  one('guestLinks.create', 'createGuestLink', [MEETING], {
    name: 'guestLinks.create with options',
    options: { link: { displayName: 'Ana', maxUses: 1 } },
  }),
  one('guestLinks.list', 'listGuestLinks', [MEETING]),
  one('guestLinks.read', 'readGuestLink', [MEETING, LINK]),
  one('guestLinks.revoke', 'revokeGuestLink', [MEETING, LINK]),
  one('mediaTokens.create', 'createMediaToken', [MEETING, { displayName: 'Notes' }]),
  one('participants.list', 'listParticipants', [MEETING], { options: { state: 'present' } }),
  one('participants.listAll', 'listParticipants', [MEETING], { options: { pageSize: 3 } }),
  one('participants.listAsCsv', 'listParticipants', [MEETING], {
    answers: [success('listParticipants', 'oneVisit', 'text/csv')],
  }),
  one('participants.read', 'readParticipant', [MEETING, PERSON]),
  one('participants.remove', 'removeParticipant', [
    MEETING,
    PERSON,
    { revokeLink: true, mayReturn: true },
  ]),
  one('participants.mute', 'muteParticipant', [MEETING, PERSON]),
  one('participants.admit', 'admitParticipant', [MEETING, PERSON]),
  one('participants.refuse', 'refuseParticipant', [MEETING, PERSON]),
  one('participants.makeHost', 'makeHost', [MEETING, PERSON]),
  one('participants.makeGuest', 'makeGuest', [MEETING, PERSON]),
  one('participants.unlockMedia', 'unlockMedia', [MEETING, PERSON]),
  one('participants.lowerHand', 'lowerHand', [MEETING, PERSON]),
];

const results: Case[] = [
  one('transcripts.read', 'readTranscript', [MEETING]),
  one('transcripts.waitFor', 'readTranscript', [MEETING], {
    answers: [success('readTranscript', 'pending'), NOT_MODIFIED, success('readTranscript')],
  }),
  one('transcripts.live', 'streamTranscript', [MEETING], {
    options: { interim: true, lastEventId: '7' },
    answers: [success('streamTranscript', 'words', 'text/event-stream')],
    take: 1,
  }),
  ...['text/vtt', 'text/plain', 'application/x-subrip'].map((type) =>
    one('transcripts.readAs', 'readTranscript', [type, MEETING], {
      name: `transcripts.readAs ${type}`,
      answers: [success('readTranscript', 'available', type)],
    }),
  ),
  one('transcripts.erase', 'eraseTranscript', [MEETING]),
  one('summaries.read', 'readSummary', [MEETING]),
  one('summaries.waitFor', 'readSummary', [MEETING], {
    answers: [refusal('rate_limited', '0'), success('readSummary', 'neverHeld')],
    maxRetries: 0,
  }),
  one('summaries.erase', 'eraseSummary', [MEETING]),
  one('keys.readOwn', 'readKey', []),
  one('events.stream', 'streamEvents', [], {
    answers: [success('streamEvents', 'one', 'text/event-stream')],
    take: 1,
  }),
];

const webhooks: Case[] = [
  one('webhooks.create', 'createWebhook', [{ url: 'https://hooks.acme.test/parley' }]),
  one('webhooks.list', 'listWebhooks', []),
  one('webhooks.read', 'readWebhook', [WEBHOOK]),
  one('webhooks.update', 'updateWebhook', [
    WEBHOOK,
    { status: 'active', url: 'https://hooks.acme.test/new', eventTypes: ['*'] },
  ]),
  one('webhooks.delete', 'deleteWebhook', [WEBHOOK]),
  one('webhooks.rotateSecret', 'rotateWebhookSecret', [WEBHOOK]),
  one('webhooks.test', 'testWebhook', [WEBHOOK]),
  one('webhooks.listDeliveries', 'listWebhookDeliveries', [WEBHOOK], {
    options: { pageToken: 'a=b' },
  }),
  one('webhooks.listAllDeliveries', 'listWebhookDeliveries', [WEBHOOK]),
  one('webhooks.replayDelivery', 'replayWebhookDelivery', [WEBHOOK, DELIVERY]),
];

const faults: Case[] = [
  ...Object.keys(problems).map((code) =>
    one('meetings.create', 'createMeeting', [{ title: 'A' }], {
      name: `refused: ${code}`,
      answers: [refusal(code, '3')],
      maxRetries: 0,
    }),
  ),
  ...['internal_error', 'unavailable', 'request_timeout', 'idempotency_key_in_use'].map((code) =>
    one('meetings.create', 'createMeeting', [{ title: 'A' }], {
      name: `retried: ${code}`,
      answers: [refusal(code, '0'), success('createMeeting')],
    }),
  ),
  one('meetings.read', 'readMeeting', ['../a b/ö?#%'], {
    name: 'a malformed reference, answered by something other than the service',
    answers: [{ status: 404, headers: { 'content-type': 'text/html' }, body: '<html>' }],
  }),
  one('guestLinks.revoke', 'revokeGuestLink', [MEETING, '..'], {
    name: 'a reference that would lead to another path',
    answers: [refusal('guest_link_not_found')],
  }),
  one('meetings.read', 'readMeeting', [MEETING], {
    name: 'an answer without a body',
    answers: [{ status: 418, headers: {}, body: '' }],
  }),
  one('meetings.read', 'readMeeting', [MEETING], {
    name: 'retried: problems of a gateway, not of the service',
    answers: [
      gateway(502, '{"title":"Bad Gateway","status":502}'),
      gateway(429, '<html>'),
      gateway(503, '[]'),
      success('readMeeting'),
    ],
  }),
  one('meetings.read', 'readMeeting', [MEETING], {
    name: 'not retried: another problem of a gateway',
    answers: [gateway(403, '{"code":"forbidden","title":403,"detail":null}')],
  }),
  ...['meetings.read', 'meetings.readWithEtag', 'transcripts.waitFor'].map((call) =>
    one(call, 'readMeeting', [MEETING], { name: `a web page: ${call}`, answers: [WEB_PAGE] }),
  ),
  one('meetings.read', 'readMeeting', [MEETING], {
    name: 'a redirect, which is not followed',
    answers: [{ status: 301, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
  }),
  one('meetings.update', 'updateMeeting', [MEETING, { title: 'A' }], {
    name: 'not retried: a change to one version that may have been made',
    options: { ifMatch: ETAG },
    answers: [refusal('unavailable', '0')],
  }),
  one('webhooks.delete', 'deleteWebhook', [WEBHOOK], {
    name: 'deleted by an earlier attempt',
    answers: [refusal('internal_error'), refusal('webhook_not_found')],
  }),
  one('meetings.read', 'readMeeting', [MEETING], {
    name: 'not retried: the service asks for more time than a call may take',
    answers: [refusal('unavailable', '61')],
  }),
];

export const cases: Case[] = [...meetings, ...people, ...results, ...webhooks, ...faults];
