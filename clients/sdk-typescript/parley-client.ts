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
  ParticipantStateChoice,
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
import type { CallOptions } from './request.ts';

/** The media types besides JSON in which an available transcript can be read. */
export type TranscriptMediaType = 'text/vtt' | 'text/plain' | 'application/x-subrip';

/** Which meetings, and in which order. Times are RFC 3339 date-times. */
export type MeetingFilter = {
  meetingState?: MeetingState | readonly MeetingState[] | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  startAtFrom?: string | undefined;
  startAtTo?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
  order?: 'createdAt' | '-createdAt' | undefined;
};
/** Which participants. */
export type ParticipantFilter = {
  state?: ParticipantStateChoice | readonly ParticipantStateChoice[] | undefined;
};
/** A `pageToken` of null, as of the last page, asks for the first one. */
export type PageOptions = PageSize & { pageToken?: string | null | undefined };
export type PageSize = { pageSize?: number | undefined };

export type ParleyClient = {
  meetings: {
    /** Also creates the links requested in `guestLinks`. */
    create(body: CreateMeeting, options?: CallOptions): Promise<NewMeeting>;
    read(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    /** One page, newest first unless `order` says otherwise. */
    list(filter?: MeetingFilter & PageOptions, options?: CallOptions): Promise<MeetingList>;
    /** Every meeting, fetched page by page as you read. */
    listAll(filter?: MeetingFilter & PageSize, options?: CallOptions): AsyncIterable<Meeting>;
    /** Also returns the ETag that `update` takes as `ifMatch`. */
    readWithEtag(
      meetingRef: string,
      options?: CallOptions,
    ): Promise<{ meeting: Meeting; etag: string }>;
    /** Allowed before the meeting begins; metadata at any time. With `ifMatch`, only if it has not changed since. */
    update(
      meetingRef: string,
      body: UpdateMeeting,
      options?: CallOptions & { ifMatch?: string | undefined },
    ): Promise<Meeting>;
    /** Everything about a finished meeting, as a ZIP file. */
    export(meetingRef: string, options?: CallOptions): Promise<Uint8Array>;
    /** Deletes a finished meeting and everything that belongs to it. */
    delete(meetingRef: string, options?: CallOptions): Promise<void>;
    end(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    cancel(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    /** Lets nobody new in. Those inside may reconnect. */
    lock(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    unlock(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    /** Mutes every microphone once; people may unmute. */
    muteAll(meetingRef: string, options?: CallOptions): Promise<Meeting>;
    /** Admits everyone who is waiting, until the meeting is full. */
    admitAll(meetingRef: string, options?: CallOptions): Promise<Meeting>;
  };
  guestLinks: {
    create(
      meetingRef: string,
      options?: CallOptions & { link?: CreateGuestLink | undefined },
    ): Promise<GuestLinkWithUrl>;
    list(meetingRef: string, options?: CallOptions): Promise<GuestLink[]>;
    read(meetingRef: string, guestLinkRef: string, options?: CallOptions): Promise<GuestLink>;
    /** Also removes the people who joined through it, and keeps them out. */
    revoke(meetingRef: string, guestLinkRef: string, options?: CallOptions): Promise<void>;
  };
  mediaTokens: {
    /** Lets your own client join with a LiveKit SDK. */
    create(meetingRef: string, body: CreateMediaToken, options?: CallOptions): Promise<MediaToken>;
  };
  participants: {
    /** One page, in the order in which they asked to join. */
    list(
      meetingRef: string,
      filter?: ParticipantFilter & PageOptions,
      options?: CallOptions,
    ): Promise<ParticipantList>;
    listAll(
      meetingRef: string,
      filter?: ParticipantFilter & PageSize,
      options?: CallOptions,
    ): AsyncIterable<Participant>;
    /** One line per visit. */
    listAsCsv(meetingRef: string, options?: CallOptions): Promise<string>;
    read(meetingRef: string, participantRef: string, options?: CallOptions): Promise<Participant>;
    /** Lets in a person who is waiting. */
    admit(meetingRef: string, participantRef: string, options?: CallOptions): Promise<Participant>;
    /** Final: the person waiting is told. */
    refuse(meetingRef: string, participantRef: string, options?: CallOptions): Promise<Participant>;
    /** A host may admit, mute and remove others. */
    makeHost(
      meetingRef: string,
      participantRef: string,
      options?: CallOptions,
    ): Promise<Participant>;
    /** Undoes every `mute` with `lock`. */
    unlockMedia(
      meetingRef: string,
      participantRef: string,
      options?: CallOptions,
    ): Promise<Participant>;
    /** Takes away the rights of a host. */
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
    /**
     * Permanent; with `mayReturn`, the same browser tab may join again as a newcomer. With `revokeLink`, nobody can
     * join through the link any more.
     */
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
    /** The transcript as soon as it is available. The service holds the request, so nobody polls. */
    waitFor(meetingRef: string, options?: CallOptions): Promise<Transcript>;
    /** What is said, as soon as it is final. Ends with the meeting; reconnects when the connection breaks. */
    live(meetingRef: string, options?: LiveOptions): AsyncIterable<LiveWords>;
    readAs(
      mediaType: TranscriptMediaType,
      meetingRef: string,
      options?: CallOptions,
    ): Promise<string>;
    /** Deletes it permanently. */
    erase(meetingRef: string, options?: CallOptions): Promise<void>;
  };
  summaries: {
    read(meetingRef: string, options?: CallOptions): Promise<Summary>;
    /** The summary as soon as it is available. */
    waitFor(meetingRef: string, options?: CallOptions): Promise<Summary>;
    /** Deletes it permanently. */
    erase(meetingRef: string, options?: CallOptions): Promise<void>;
  };
  keys: { readOwn(options?: CallOptions): Promise<Key> };
  webhooks: {
    create(body: CreateWebhook, options?: CallOptions): Promise<WebhookWithSecret>;
    list(options?: CallOptions): Promise<Webhook[]>;
    read(webhookRef: string, options?: CallOptions): Promise<Webhook>;
    /** Changes its URL or event types, disables it, or enables it again. */
    update(webhookRef: string, body: UpdateWebhook, options?: CallOptions): Promise<Webhook>;
    delete(webhookRef: string, options?: CallOptions): Promise<void>;
    rotateSecret(webhookRef: string, options?: CallOptions): Promise<WebhookWithSecret>;
    test(webhookRef: string, options?: CallOptions): Promise<WebhookDelivery>;
    listDeliveries(
      webhookRef: string,
      page?: PageOptions,
      options?: CallOptions,
    ): Promise<WebhookDeliveryList>;
    /** Every delivery, newest first, fetched page by page as you read. */
    listAllDeliveries(
      webhookRef: string,
      size?: PageSize,
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
     * Every event from now on, or after `lastEventId`. Reconnects by itself, without a gap.
     * Ends when `signal` aborts.
     */
    stream(options?: StreamOptions): AsyncIterable<StreamedEvent>;
  };
};
