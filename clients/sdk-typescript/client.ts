// The typed client of the API. Needs nothing but `fetch`.
import type {
  CreateGuestLink,
  CreateMeeting,
  CreateWebhook,
  GuestLink,
  GuestLinkList,
  GuestLinkWithUrl,
  Key,
  Meeting,
  MeetingList,
  MeetingState,
  OperationId,
  Summary,
  Transcript,
  UpdateMeeting,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookWithSecret,
} from '../../contract/generated/api.ts';
import { readEvents, type StreamedEvent, type StreamOptions } from './read-events.ts';
import {
  type CallOptions,
  type ClientOptions,
  type Operation,
  send,
  sendJson,
  sendText,
} from './send.ts';

export type { StreamedEvent, StreamOptions } from './read-events.ts';
import { waitUntilAvailable } from './wait-until-available.ts';

export type { CallOptions, ClientOptions } from './send.ts';
export { ParleyError } from './parley-error.ts';

/** The media types besides JSON in which an available transcript can be read. */
export type TranscriptMediaType = 'text/vtt' | 'text/plain' | 'application/x-subrip';

/** Which meetings. `createdAfter`: an RFC 3339 date-time. */
export type MeetingWish = { meetingState?: MeetingState; createdAfter?: string };
export type PageOptions = { pageSize?: number; pageToken?: string };

export type ParleyClient = {
  meetings: {
    create(body: CreateMeeting, options?: CallOptions): Promise<Meeting>;
    read(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    /** One page, newest first. */
    list(wish?: MeetingWish & PageOptions, options?: CallOptions): Promise<MeetingList>;
    /** Every meeting, page by page as they are asked for. */
    listAll(
      wish?: MeetingWish & { pageSize?: number },
      options?: CallOptions,
    ): AsyncIterable<Meeting>;
    /** With the ETag that `update` takes as `ifMatch`. */
    readWithEtag(
      meetingRef: string,
      options?: CallOptions,
    ): Promise<{ meeting: Meeting; etag: string }>;
    /** Before it begins. With `ifMatch`, only when nobody changed it since. */
    update(
      meetingRef: string,
      body: UpdateMeeting,
      options?: CallOptions & { ifMatch?: string },
    ): Promise<Meeting>;
    end(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    cancel(meetingRef: string, options?: CallOptions): Promise<Meeting>;
  };
  guestLinks: {
    create(
      meetingRef: string,
      options?: CallOptions & { link?: CreateGuestLink },
    ): Promise<GuestLinkWithUrl>;
    list(meetingRef: string, options?: CallOptions): Promise<GuestLink[]>;
    read(meetingRef: string, guestLinkRef: string, options?: CallOptions): Promise<GuestLink>;
    /** Removes the people who came in by it, and keeps them out. */
    revoke(meetingRef: string, guestLinkRef: string, options?: CallOptions): Promise<void>;
  };
  transcripts: {
    read(meetingRef: string, options?: CallOptions): Promise<Transcript>;
    /** The transcript as soon as it is available; held by the service, so that nobody polls. */
    waitFor(meetingRef: string, options?: CallOptions): Promise<Transcript>;
    readAs(
      mediaType: TranscriptMediaType,
      meetingRef: string,
      options?: CallOptions,
    ): Promise<string>;
    /** Deletes it for good. */
    erase(meetingRef: string, options?: CallOptions): Promise<void>;
  };
  summaries: {
    read(meetingRef: string, options?: CallOptions): Promise<Summary>;
    /** The summary as soon as it is available. */
    waitFor(meetingRef: string, options?: CallOptions): Promise<Summary>;
    /** Deletes it for good. */
    erase(meetingRef: string, options?: CallOptions): Promise<void>;
  };
  keys: { readOwn(options?: CallOptions): Promise<Key> };
  webhooks: {
    create(body: CreateWebhook, options?: CallOptions): Promise<WebhookWithSecret>;
    list(options?: CallOptions): Promise<Webhook[]>;
    read(webhookRef: string, options?: CallOptions): Promise<Webhook>;
    /** Disables it, or enables it again. */
    update(webhookRef: string, body: UpdateWebhook, options?: CallOptions): Promise<Webhook>;
    delete(webhookRef: string, options?: CallOptions): Promise<void>;
    rotateSecret(webhookRef: string, options?: CallOptions): Promise<WebhookWithSecret>;
    test(webhookRef: string, options?: CallOptions): Promise<WebhookDelivery>;
    listDeliveries(
      webhookRef: string,
      page?: PageOptions,
      options?: CallOptions,
    ): Promise<WebhookDeliveryList>;
    replayDelivery(
      webhookRef: string,
      deliveryRef: string,
      options?: CallOptions,
    ): Promise<WebhookDelivery>;
  };
  events: {
    /**
     * Every event from now on, or after `lastEventId`; connects again by itself, without a gap.
     * Ends when `signal` aborts.
     */
    stream(options?: StreamOptions): AsyncIterable<StreamedEvent>;
  };
};

const operations = {
  createMeeting: { method: 'POST', path: '/v1/meetings' },
  listMeetings: { method: 'GET', path: '/v1/meetings' },
  updateMeeting: { method: 'PATCH', path: '/v1/meetings/{meetingRef}' },
  readMeeting: { method: 'GET', path: '/v1/meetings/{meetingRef}' },
  endMeeting: { method: 'POST', path: '/v1/meetings/{meetingRef}/end' },
  cancelMeeting: { method: 'POST', path: '/v1/meetings/{meetingRef}/cancel' },
  createGuestLink: { method: 'POST', path: '/v1/meetings/{meetingRef}/guest-links' },
  listGuestLinks: { method: 'GET', path: '/v1/meetings/{meetingRef}/guest-links' },
  readGuestLink: { method: 'GET', path: '/v1/meetings/{meetingRef}/guest-links/{guestLinkRef}' },
  revokeGuestLink: {
    method: 'DELETE',
    path: '/v1/meetings/{meetingRef}/guest-links/{guestLinkRef}',
  },
  eraseTranscript: { method: 'DELETE', path: '/v1/meetings/{meetingRef}/transcript' },
  eraseSummary: { method: 'DELETE', path: '/v1/meetings/{meetingRef}/summary' },
  readKey: { method: 'GET', path: '/v1/key' },
  readTranscript: { method: 'GET', path: '/v1/meetings/{meetingRef}/transcript' },
  readSummary: { method: 'GET', path: '/v1/meetings/{meetingRef}/summary' },
  createWebhook: { method: 'POST', path: '/v1/webhooks' },
  listWebhooks: { method: 'GET', path: '/v1/webhooks' },
  readWebhook: { method: 'GET', path: '/v1/webhooks/{webhookRef}' },
  updateWebhook: { method: 'PATCH', path: '/v1/webhooks/{webhookRef}' },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/{webhookRef}' },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhooks/{webhookRef}/rotate-secret' },
  testWebhook: { method: 'POST', path: '/v1/webhooks/{webhookRef}/test' },
  listWebhookDeliveries: { method: 'GET', path: '/v1/webhooks/{webhookRef}/deliveries' },
  replayWebhookDelivery: {
    method: 'POST',
    path: '/v1/webhooks/{webhookRef}/deliveries/{deliveryRef}/replay',
  },
  streamEvents: { method: 'GET', path: '/v1/events' },
} as const satisfies Record<OperationId, Operation>;

/**
 * A client for one service and one API key. Every POST carries an Idempotency-Key, its own unless
 * one is given, and is repeated with that key when the network or the service fails for a moment.
 * Anything else rejects with ParleyError.
 */
export function createClient(service: ClientOptions): ParleyClient {
  return {
    meetings: meetingsOf(service),
    guestLinks: guestLinksOf(service),
    transcripts: {
      read: (meetingRef, options) =>
        sendJson(service, operations.readTranscript, of({ meetingRef }, options)),
      waitFor: (meetingRef, options) =>
        waitUntilAvailable(service, operations.readTranscript, of({ meetingRef }, options)),
      readAs: (accept, meetingRef, options) =>
        sendText(service, operations.readTranscript, { ...of({ meetingRef }, options), accept }),
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

const of = (ref: Record<string, string>, options?: CallOptions) => ({ ...options, ref });

function meetingsOf(service: ClientOptions): ParleyClient['meetings'] {
  const list: ParleyClient['meetings']['list'] = (wish, options) =>
    sendJson(service, operations.listMeetings, { ...options, query: { ...wish } });
  return {
    create: (body, options) => sendJson(service, operations.createMeeting, { ...options, body }),
    read: (meetingRef, options) =>
      sendJson(service, operations.readMeeting, of({ meetingRef }, options)),
    readWithEtag: async (meetingRef, options) => {
      const { headers, text } = await send(service, operations.readMeeting, {
        accept: 'application/json',
        ...of({ meetingRef }, options),
      });
      return { meeting: JSON.parse(text), etag: headers.get('etag') ?? '' };
    },
    list,
    listAll: async function* (wish, options) {
      for (let pageToken: string | undefined; ;) {
        const page = await list(
          { ...wish, ...(pageToken !== undefined && { pageToken }) },
          options,
        );
        yield* page.meetings;
        if (page.nextPageToken === null) return;
        pageToken = page.nextPageToken;
      }
    },
    update: (meetingRef, body, { ifMatch, ...options } = {}) => {
      const headers = { ...MERGE_PATCH, ...(ifMatch !== undefined && { 'if-match': ifMatch }) };
      return sendJson(service, operations.updateMeeting, {
        ...of({ meetingRef }, options),
        body,
        headers,
      });
    },
    end: (meetingRef, options) =>
      sendJson(service, operations.endMeeting, of({ meetingRef }, options)),
    cancel: (meetingRef, options) =>
      sendJson(service, operations.cancelMeeting, of({ meetingRef }, options)),
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

function webhooksOf(service: ClientOptions): ParleyClient['webhooks'] {
  const at = (webhookRef: string, options?: CallOptions) => of({ webhookRef }, options);
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
    listDeliveries: (webhookRef, page, options) =>
      sendJson(service, operations.listWebhookDeliveries, {
        ...at(webhookRef, options),
        query: { ...page },
      }),
    replayDelivery: (webhookRef, deliveryRef, options) =>
      sendJson(service, operations.replayWebhookDelivery, {
        ...options,
        ref: { webhookRef, deliveryRef },
      }),
  };
}
