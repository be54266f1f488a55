// Client calls and the service's answers, taken from the contract's examples. Every client must send the
// same requests (recorded.txt) and return the same results.
import { readFileSync } from 'node:fs';
import { problems } from '../../contract/generated/problems.ts';

export type Answer = { status: number; headers: Record<string, string>; body: string };
export type Case = {
  name: string;
  /** The TypeScript name, such as `meetings.listAll`. */
  call: string;
  /** By position in every client. */
  args: unknown[];
  /** By name: the object after `args` in TypeScript, keywords in Python. */
  wish?: Record<string, unknown>;
  answers: Answer[];
  maxRetries?: number;
  /** How much of a stream is read. */
  take?: number;
};

type Example = { $ref?: string; value?: unknown };
type Content = Record<string, { examples?: Record<string, Example> }>;
type Operation = { operationId?: string; responses: Record<string, { content?: Content }> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    examples: Record<string, Example>;
    responses: Record<string, { content?: Content }>;
  };
};

const contract: Document = JSON.parse(
  readFileSync(new URL('../../contract/generated/openapi.json', import.meta.url), 'utf8'),
);
const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Method and path of every operation. */
export const contractOperations = operations
  .filter(({ operation }) => operation.operationId)
  .map(({ path, method }) => `${method.toUpperCase()} ${path}`);

const JSON_TYPE = 'application/json';
const ETAG = '"1-json"';

/** The successful answer of an operation: its first example, or the named one. */
function success(id: string, example?: string, type = JSON_TYPE): Answer {
  const responses = operations.find(({ operation }) => operation.operationId === id)?.operation
    .responses;
  const [status, response] =
    Object.entries(responses ?? {}).find(([code]) => code.startsWith('2')) ?? [];
  if (!status) throw new Error(`the contract has no ${id}`);
  if (!response?.content) return { status: Number(status), headers: {}, body: '' };
  const examples = response.content[type]?.examples ?? {};
  const found = example === undefined ? Object.values(examples)[0] : examples[example];
  const name = found?.$ref?.split('/').pop();
  const value = name ? contract.components.examples[name]?.value : found?.value;
  if (value === undefined) throw new Error(`the contract has no example ${example ?? ''} of ${id}`);
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return { status: Number(status), headers: { 'content-type': type, etag: ETAG }, body };
}

function refusal(code: string, retryAfter?: string): Answer {
  const type = 'application/problem+json';
  const found = Object.values(contract.components.responses)
    .map(({ content }) => content?.[type]?.examples?.[code]?.value)
    .find((value) => value !== undefined);
  const { status, title, help } = problems[code as keyof typeof problems];
  const body = JSON.stringify(found ?? { type: code, title, status, code, detail: help });
  const wait = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return { status, headers: { 'content-type': type, ...wait }, body };
}

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
    wish: {
      meetingState: ['ended', 'failed'],
      createdAfter: '2026-11-20T00:00:00+01:00',
      metadata: { crm_id: '4 & 2', 'a.b': 'ä' },
      order: '-createdAt',
      pageSize: 2,
    },
  }),
  one('meetings.listAll', 'listMeetings', [], {
    wish: { meetingState: 'ended', pageSize: 1 },
    answers: [success('listMeetings'), success('listMeetings', 'empty')],
  }),
  one('meetings.update', 'updateMeeting', [MEETING, { schedule: null }]),
  one('meetings.update', 'updateMeeting', [MEETING, { title: 'B' }], {
    name: 'meetings.update of one version',
    wish: { ifMatch: ETAG },
  }),
  one('meetings.export', 'exportMeeting', [MEETING], {
    answers: [success('exportMeeting', 'file', 'application/zip')],
  }),
  one('meetings.delete', 'deleteMeeting', [MEETING]),
  one('meetings.end', 'endMeeting', [MEETING], { wish: { idempotencyKey: 'mine' } }),
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
    wish: { link: { displayName: 'Ana', maxUses: 1 } },
  }),
  one('guestLinks.list', 'listGuestLinks', [MEETING]),
  one('guestLinks.read', 'readGuestLink', [MEETING, LINK]),
  one('guestLinks.revoke', 'revokeGuestLink', [MEETING, LINK]),
  one('mediaTokens.create', 'createMediaToken', [MEETING, { displayName: 'Notes' }]),
  one('participants.list', 'listParticipants', [MEETING], { wish: { state: 'present' } }),
  one('participants.listAll', 'listParticipants', [MEETING], { wish: { pageSize: 3 } }),
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
    wish: { interim: true, lastEventId: '7' },
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
    wish: { pageToken: 'a=b' },
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
      name: `sent again: ${code}`,
      answers: [refusal(code, '0'), success('createMeeting')],
    }),
  ),
  one('meetings.read', 'readMeeting', ['../a b/ö?#%'], {
    name: 'a reference that is none, refused by what is no service',
    answers: [{ status: 404, headers: { 'content-type': 'text/html' }, body: '<html>' }],
  }),
  one('meetings.read', 'readMeeting', [MEETING], {
    name: 'an answer without a body',
    answers: [{ status: 418, headers: {}, body: '' }],
  }),
  one('meetings.update', 'updateMeeting', [MEETING, { title: 'A' }], {
    name: 'not sent again: a change to one version that may have been made',
    wish: { ifMatch: ETAG },
    answers: [refusal('unavailable', '0')],
  }),
  one('webhooks.delete', 'deleteWebhook', [WEBHOOK], {
    name: 'deleted by the attempt before',
    answers: [refusal('internal_error'), refusal('webhook_not_found')],
  }),
  one('meetings.read', 'readMeeting', [MEETING], {
    name: 'not sent again: more time is asked for than a call may take',
    answers: [refusal('unavailable', '61')],
  }),
];

export const cases: Case[] = [...meetings, ...people, ...results, ...webhooks, ...faults];
