// The typed client of the API. Needs nothing but `fetch`.
import type { CreateMeeting, GuestLinkWithUrl, Meeting, OperationId, Summary, Transcript } from '../../contract/generated/api.ts';
import { type CallOptions, type ClientOptions, type Operation, sendJson, sendText } from './send.ts';

export type { CallOptions, ClientOptions } from './send.ts';
export { ParleyError } from './parley-error.ts';

/** The media types besides JSON in which an available transcript can be read. */
export type TranscriptMediaType = 'text/vtt' | 'text/plain' | 'application/x-subrip';

export type ParleyClient = {
  meetings: {
    create(body: CreateMeeting, options?: CallOptions): Promise<Meeting>;
    read(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    end(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    cancel(meetingRef: string, options?: CallOptions): Promise<Meeting>;
  };
  guestLinks: { create(meetingRef: string, options?: CallOptions): Promise<GuestLinkWithUrl> };
  transcripts: {
    read(meetingRef: string, options?: CallOptions): Promise<Transcript>;
    readAs(mediaType: TranscriptMediaType, meetingRef: string, options?: CallOptions): Promise<string>;
  };
  summaries: { read(meetingRef: string, options?: CallOptions): Promise<Summary> };
};

const operations = {
  createMeeting: { method: 'POST', path: '/v1/meetings' },
  readMeeting: { method: 'GET', path: '/v1/meetings/{meetingRef}' },
  endMeeting: { method: 'POST', path: '/v1/meetings/{meetingRef}/end' },
  cancelMeeting: { method: 'POST', path: '/v1/meetings/{meetingRef}/cancel' },
  createGuestLink: { method: 'POST', path: '/v1/meetings/{meetingRef}/guest-links' },
  readTranscript: { method: 'GET', path: '/v1/meetings/{meetingRef}/transcript' },
  readSummary: { method: 'GET', path: '/v1/meetings/{meetingRef}/summary' },
} as const satisfies Record<OperationId, Operation>;

/**
 * A client for one service and one API key. Every POST carries an Idempotency-Key, its own unless one is given, and is
 * repeated with that key when the network or the service fails for a moment. Anything else rejects with ParleyError.
 */
export function createClient(service: ClientOptions): ParleyClient {
  const { createMeeting, readMeeting, endMeeting, cancelMeeting, createGuestLink, readTranscript, readSummary } = operations;
  return {
    meetings: {
      create: (body, options) => sendJson(service, createMeeting, { ...options, body }),
      read: (meetingRef, options) => sendJson(service, readMeeting, { ...options, meetingRef }),
      end: (meetingRef, options) => sendJson(service, endMeeting, { ...options, meetingRef }),
      cancel: (meetingRef, options) => sendJson(service, cancelMeeting, { ...options, meetingRef }),
    },
    guestLinks: { create: (meetingRef, options) => sendJson(service, createGuestLink, { ...options, meetingRef }) },
    transcripts: {
      read: (meetingRef, options) => sendJson(service, readTranscript, { ...options, meetingRef }),
      readAs: (accept, meetingRef, options) => sendText(service, readTranscript, { ...options, meetingRef, accept }),
    },
    summaries: { read: (meetingRef, options) => sendJson(service, readSummary, { ...options, meetingRef }) },
  };
}
