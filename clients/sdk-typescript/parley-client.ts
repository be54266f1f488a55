import type {
  CreateGuestLink,
  CreateMediaToken,
  CreateMeeting,
  CreateWebhook,
  GuestLink,
  GuestLinkWithUrl,
  Key,
  MediaToken,
  Meeting,
  MeetingList,
  MeetingState,
  NewMeeting,
  MuteParticipant,
  Participant,
  RemoveParticipant,
  ParticipantList,
  ParticipantState,
  Summary,
  Transcript,
  UpdateMeeting,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookWithSecret,
} from '../../contract/generated/api.ts';
import type { LiveOptions, LiveWords, StreamedEvent, StreamOptions } from './read-events.ts';
import type { CallOptions } from './send.ts';

/** The media types besides JSON in which an available transcript can be read. */
export type TranscriptMediaType = 'text/vtt' | 'text/plain' | 'application/x-subrip';

/** Which meetings, and in which order. Times are RFC 3339 date-times. */
export type MeetingFilter = {
  meetingState?: MeetingState | readonly MeetingState[];
  createdAfter?: string;
  createdBefore?: string;
  startAtFrom?: string;
  startAtTo?: string;
  metadata?: Readonly<Record<string, string>>;
  order?: 'createdAt' | '-createdAt';
};
export type PageOptions = { pageSize?: number; pageToken?: string };

export type ParleyClient = {
  meetings: {
    /** With the links that `guestLinks` asks for. */
    create(body: CreateMeeting, options?: CallOptions): Promise<NewMeeting>;
    read(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    /** One page, newest first. */
    list(wish?: MeetingFilter & PageOptions, options?: CallOptions): Promise<MeetingList>;
    /** Every meeting, page by page as they are asked for. */
    listAll(
      wish?: MeetingFilter & { pageSize?: number },
      options?: CallOptions,
    ): AsyncIterable<Meeting>;
    /** With the ETag that `update` takes as `ifMatch`. */
    readWithEtag(
      meetingRef: string,
      options?: CallOptions,
    ): Promise<{ meeting: Meeting; etag: string }>;
    /** Before it begins; metadata at any time. With `ifMatch`, only when nobody changed it since. */
    update(
      meetingRef: string,
      body: UpdateMeeting,
      options?: CallOptions & { ifMatch?: string },
    ): Promise<Meeting>;
    /** Everything about one that is over, as a ZIP file. */
    export(meetingRef: string, options?: CallOptions): Promise<Uint8Array>;
    /** One that is over, with everything of it. */
    delete(meetingRef: string, options?: CallOptions): Promise<void>;
    end(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    cancel(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    /** Lets nobody new in; who is inside may reconnect. */
    lock(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    unlock(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    /** Every microphone, once. */
    muteAll(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    /** Everybody who waits, until the meeting is full. */
    admitAll(meetingRef: string, options?: CallOptions): Promise<Meeting>;
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
  mediaTokens: {
    /** Lets a client of your own join, with a LiveKit SDK. */
    create(meetingRef: string, body: CreateMediaToken, options?: CallOptions): Promise<MediaToken>;
  };
  participants: {
    /** One page, in the order in which they asked to come in. */
    list(
      meetingRef: string,
      wish?: { state?: ParticipantState | readonly ParticipantState[] } & PageOptions,
      options?: CallOptions,
    ): Promise<ParticipantList>;
    listAll(
      meetingRef: string,
      wish?: { state?: ParticipantState | readonly ParticipantState[]; pageSize?: number },
      options?: CallOptions,
    ): AsyncIterable<Participant>;
    /** A line for each visit. */
    listAsCsv(meetingRef: string, options?: CallOptions): Promise<string>;
    read(meetingRef: string, participantRef: string, options?: CallOptions): Promise<Participant>;
    /** Lets somebody in who waits. */
    admit(meetingRef: string, participantRef: string, options?: CallOptions): Promise<Participant>;
    /** For good: who waits is told so. */
    refuse(meetingRef: string, participantRef: string, options?: CallOptions): Promise<Participant>;
    /** A host may admit, mute and remove others. */
    makeHost(
      meetingRef: string,
      participantRef: string,
      options?: CallOptions,
    ): Promise<Participant>;
    /** Takes back every `mute` with `lock`. */
    unlockMedia(
      meetingRef: string,
      participantRef: string,
      options?: CallOptions,
    ): Promise<Participant>;
    makeGuest(
      meetingRef: string,
      participantRef: string,
      options?: CallOptions,
    ): Promise<Participant>;
    /** The participant may raise it again. */
    lowerHand(
      meetingRef: string,
      participantRef: string,
      options?: CallOptions,
    ): Promise<Participant>;
    /** For good; with `revokeLink` nobody else comes in by the same link. */
    remove(
      meetingRef: string,
      participantRef: string,
      body?: RemoveParticipant,
      options?: CallOptions,
    ): Promise<Participant>;
    /** The participant may unmute, unless `lock`. */
    mute(
      meetingRef: string,
      participantRef: string,
      body?: MuteParticipant,
      options?: CallOptions,
    ): Promise<Participant>;
  };
  transcripts: {
    read(meetingRef: string, options?: CallOptions): Promise<Transcript>;
    /** The transcript as soon as it is available; held by the service, so that nobody polls. */
    waitFor(meetingRef: string, options?: CallOptions): Promise<Transcript>;
    /** What is said, as soon as it is final; ends with the meeting, and connects again when the connection breaks. */
    live(meetingRef: string, options?: LiveOptions): AsyncIterable<LiveWords>;
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
    /** Every delivery, newest first, page by page as they are asked for. */
    listAllDeliveries(
      webhookRef: string,
      wish?: { pageSize?: number },
      options?: CallOptions,
    ): AsyncIterable<WebhookDelivery>;
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
