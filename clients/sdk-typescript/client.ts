// The typed client of the API. It needs nothing but `fetch`.
import type { GuestLinkList, Meeting, WebhookList } from '../../contract/generated/api.ts';
import { operations } from '../../contract/generated/operations.ts';
import { checkedOptions } from './checked-options.ts';
import { readEvents, readLiveWords } from './read-events.ts';
import type { CallOptions, Operation } from './request.ts';
import { type ClientOptions, jsonOf, send, sendJson, sendText } from './send.ts';
import type { ParleyClient } from './parley-client.ts';
import { waitUntilAvailable } from './wait-until-available.ts';

export type { LiveOptions, LiveWords, StreamedEvent, StreamOptions } from './read-events.ts';
export type {
  TranscriptMediaType,
  MeetingFilter,
  PageOptions,
  ParleyClient,
} from './parley-client.ts';
export type { CallOptions } from './request.ts';
export type { ClientOptions } from './send.ts';
export { type ErrorCode, ParleyError } from './parley-error.ts';
export {
  type ReceivedHeaders,
  verifyWebhook,
  type WebhookCall,
  type WebhookEvent,
  WebhookVerificationError,
} from './verify-webhook.ts';
export type * from '../../contract/generated/api.ts';

/**
 * A client for one service and one API key. Every POST carries an Idempotency-Key, a fresh one
 * unless you give one, and is repeated with that key after a temporary failure of the network or
 * the service. Anything else rejects with ParleyError. Throws TypeError if the options cannot be
 * used.
 */
export function createClient(options: ClientOptions): ParleyClient {
  const service = checkedOptions(options);
  return {
    meetings: meetingsOf(service),
    guestLinks: guestLinksOf(service),
    mediaTokens: {
      create: (meetingRef, body, options) =>
        sendJson(service, operations.createMediaToken, { ...of({ meetingRef }, options), body }),
    },
    participants: participantsOf(service),
    transcripts: {
      read: (meetingRef, options) =>
        sendJson(service, operations.readTranscript, of({ meetingRef }, options)),
      waitFor: (meetingRef, options) =>
        waitUntilAvailable(service, operations.readTranscript, of({ meetingRef }, options)),
      readAs: (accept, meetingRef, options) =>
        sendText(service, operations.readTranscript, { ...of({ meetingRef }, options), accept }),
      live: (meetingRef, options) =>
        readLiveWords(service, operations.streamTranscript, meetingRef, options),
      erase: async (meetingRef, options) =>
        void (await sendText(service, operations.eraseTranscript, of({ meetingRef }, options))),
    },
    summaries: {
      read: (meetingRef, options) =>
        sendJson(service, operations.readSummary, of({ meetingRef }, options)),
      waitFor: (meetingRef, options) =>
        waitUntilAvailable(service, operations.readSummary, of({ meetingRef }, options)),
      erase: async (meetingRef, options) =>
        void (await sendText(service, operations.eraseSummary, of({ meetingRef }, options))),
    },
    keys: { readOwn: (options) => sendJson(service, operations.readKey, { ...options }) },
    webhooks: webhooksOf(service),
    events: { stream: (options) => readEvents(service, operations.streamEvents, options) },
  };
}

const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };

/** Every item, fetched page by page as you read. */
async function* allPages<P extends { nextPageToken: string | null }, T>(
  read: (page: { pageToken?: string }) => Promise<P>,
  itemsOf: (page: P) => readonly T[],
): AsyncGenerator<T> {
  let page = await read({});
  for (;;) {
    yield* itemsOf(page);
    if (page.nextPageToken === null) return;
    page = await read({ pageToken: page.nextPageToken });
  }
}

const of = (ref: Record<string, string>, options?: CallOptions) => ({ ...options, ref });

function meetingsOf(service: ClientOptions): ParleyClient['meetings'] {
  const list: ParleyClient['meetings']['list'] = (filter, options) =>
    sendJson(service, operations.listMeetings, { ...options, query: { ...filter } });
  return {
    create: (body, options) => sendJson(service, operations.createMeeting, { ...options, body }),
    read: (meetingRef, options) =>
      sendJson(service, operations.readMeeting, of({ meetingRef }, options)),
    readWithEtag: async (meetingRef, options) => {
      const call = { accept: 'application/json', ...of({ meetingRef }, options) };
      const answer = await send(service, operations.readMeeting, call);
      return { meeting: jsonOf(answer) as Meeting, etag: answer.headers.get('etag') ?? '' };
    },
    list,
    listAll: (filter, options) =>
      allPages(
        (page) => list({ ...filter, ...page }, options),
        (page) => page.meetings,
      ),
    update: (meetingRef, body, { ifMatch, ...options } = {}) => {
      const headers = { ...MERGE_PATCH, ...(ifMatch !== undefined && { 'if-match': ifMatch }) };
      return sendJson(service, operations.updateMeeting, {
        ...of({ meetingRef }, options),
        body,
        headers,
      });
    },
    export: async (meetingRef, options) => {
      const call = { ...of({ meetingRef }, options), accept: 'application/zip' };
      return (await send(service, operations.exportMeeting, call)).bytes;
    },
    delete: async (meetingRef, options) =>
      void (await sendText(service, operations.deleteMeeting, of({ meetingRef }, options))),
    end: (meetingRef, options) =>
      sendJson(service, operations.endMeeting, of({ meetingRef }, options)),
    cancel: (meetingRef, options) =>
      sendJson(service, operations.cancelMeeting, of({ meetingRef }, options)),
    lock: (meetingRef, options) =>
      sendJson(service, operations.lockMeeting, of({ meetingRef }, options)),
    unlock: (meetingRef, options) =>
      sendJson(service, operations.unlockMeeting, of({ meetingRef }, options)),
    muteAll: (meetingRef, options) =>
      sendJson(service, operations.muteAll, of({ meetingRef }, options)),
    admitAll: (meetingRef, options) =>
      sendJson(service, operations.admitAll, of({ meetingRef }, options)),
  };
}

function guestLinksOf(service: ClientOptions): ParleyClient['guestLinks'] {
  return {
    create: (meetingRef, { link, ...options } = {}) =>
      sendJson(service, operations.createGuestLink, {
        ...of({ meetingRef }, options),
        ...(link && { body: link }),
      }),
    list: async (meetingRef, options) =>
      (
        await sendJson<GuestLinkList>(
          service,
          operations.listGuestLinks,
          of({ meetingRef }, options),
        )
      ).guestLinks,
    read: (meetingRef, guestLinkRef, options) =>
      sendJson(service, operations.readGuestLink, of({ meetingRef, guestLinkRef }, options)),
    revoke: async (meetingRef, guestLinkRef, options) =>
      void (await sendText(
        service,
        operations.revokeGuestLink,
        of({ meetingRef, guestLinkRef }, options),
      )),
  };
}

function participantsOf(service: ClientOptions): ParleyClient['participants'] {
  const list: ParleyClient['participants']['list'] = (meetingRef, filter, options) =>
    sendJson(service, operations.listParticipants, {
      ...of({ meetingRef }, options),
      query: { ...filter },
    });
  type Verb = ParleyClient['participants']['admit'];
  const verb =
    (operation: Operation): Verb =>
    (meetingRef, participantRef, options) =>
      sendJson(service, operation, of({ meetingRef, participantRef }, options));
  return {
    admit: verb(operations.admitParticipant),
    refuse: verb(operations.refuseParticipant),
    makeHost: verb(operations.makeHost),
    makeGuest: verb(operations.makeGuest),
    unlockMedia: verb(operations.unlockMedia),
    lowerHand: verb(operations.lowerHand),
    list,
    listAll: (meetingRef, filter, options) =>
      allPages(
        (page) => list(meetingRef, { ...filter, ...page }, options),
        (page) => page.participants,
      ),
    listAsCsv: (meetingRef, options) =>
      sendText(service, operations.listParticipants, {
        ...of({ meetingRef }, options),
        accept: 'text/csv',
      }),
    read: (meetingRef, participantRef, options) =>
      sendJson(service, operations.readParticipant, of({ meetingRef, participantRef }, options)),
    remove: (meetingRef, participantRef, body, options) =>
      sendJson(service, operations.removeParticipant, {
        ...of({ meetingRef, participantRef }, options),
        ...(body && { body }),
      }),
    mute: (meetingRef, participantRef, body, options) =>
      sendJson(service, operations.muteParticipant, {
        ...of({ meetingRef, participantRef }, options),
        ...(body && { body }),
      }),
  };
}

function webhooksOf(service: ClientOptions): ParleyClient['webhooks'] {
  const at = (webhookRef: string, options?: CallOptions) => of({ webhookRef }, options);
  const listDeliveries: ParleyClient['webhooks']['listDeliveries'] = (webhookRef, page, options) =>
    sendJson(service, operations.listWebhookDeliveries, {
      ...at(webhookRef, options),
      query: { ...page },
    });
  return {
    create: (body, options) => sendJson(service, operations.createWebhook, { ...options, body }),
    list: async (options) =>
      (await sendJson<WebhookList>(service, operations.listWebhooks, { ...options })).webhooks,
    read: (webhookRef, options) =>
      sendJson(service, operations.readWebhook, at(webhookRef, options)),
    update: (webhookRef, body, options) =>
      sendJson(service, operations.updateWebhook, {
        ...at(webhookRef, options),
        body,
        headers: MERGE_PATCH,
      }),
    delete: async (webhookRef, options) =>
      void (await sendText(service, operations.deleteWebhook, at(webhookRef, options))),
    rotateSecret: (webhookRef, options) =>
      sendJson(service, operations.rotateWebhookSecret, at(webhookRef, options)),
    test: (webhookRef, options) =>
      sendJson(service, operations.testWebhook, at(webhookRef, options)),
    listDeliveries,
    listAllDeliveries: (webhookRef, size, options) =>
      allPages(
        (page) => listDeliveries(webhookRef, { ...size, ...page }, options),
        (page) => page.deliveries,
      ),
    replayDelivery: (webhookRef, deliveryRef, options) =>
      sendJson(service, operations.replayWebhookDelivery, {
        ...options,
        ref: { webhookRef, deliveryRef },
      }),
  };
}
