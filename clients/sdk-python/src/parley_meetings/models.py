"""What the service takes and gives, by the names of the contract. Made by contract/generate.ts; do not edit."""

from __future__ import annotations

from typing import Literal, TypedDict

# Where the meeting is in its life cycle. `ended`, `cancelled` and `failed` are final. A meeting that nobody joins is
# cancelled (`never_held`) 24 hours after its planned end or its creation, whichever is later, or 7 days after its
# creation without a schedule, unless the operator chose otherwise. That waits up to 60 seconds for somebody who is
# just connecting, and at most a day for a media server that does not answer.
MeetingState = Literal["created", "in_progress", "ending", "ended", "cancelled", "failed"]
# RFC 3339, UTC, milliseconds.
Timestamp = str
# RFC 3339, UTC, milliseconds; null if it has not happened.
NullableTimestamp = str | None
# Whether something is done.
OnOrOff = Literal["on", "off"]
# `off`: nobody is recorded or transcribed, and there is no summary. `consent`: each person is asked, and only those
# who agree are recorded and transcribed.
TranscriptionRule = Literal["on", "off", "consent"]
# Whether the person agreed to be transcribed.
Consent = Literal["given", "declined", "not_asked"]
# Who may share a screen.
ScreenShareRule = Literal["all", "hosts"]
# `direct`: people come in at once. `ask`: they wait until a host, or a program, decides.
AdmissionRule = Literal["direct", "ask"]
# The client's own values, as sent.
Metadata = dict[str, str]
# What the participant may do.
ParticipantRole = Literal["host", "guest"]
# `client`: a program or an app of your own that came by a media token.
ParticipantKind = Literal["person", "client"]
# `admitted`: may come in but has not done so yet. Open: more states may be added; treat an unknown one as not present.
ParticipantState = str
# A state of a participant.
ParticipantStateChoice = Literal["waiting", "admitted", "present", "left", "refused", "removed"]
# Clients poll until `available`, which is always reached.
ArtifactStatus = Literal["pending", "processing", "available"]
# How much of the meeting it covers.
ArtifactResult = Literal["complete", "partial", "empty", "failed"]
# Open code: never_held, meeting_cancelled, meeting_failed, no_speech, audio_missing, transcription_disabled,
# not_requested, language_not_supported, summary_disabled, transcript_unavailable, processing_failed,
# deadline_exceeded, transcript_too_long, consent_declined.
ArtifactReason = str | None
# BCP 47 language tag.
LanguageCode = str | None
# The transcript segments that the item is based on.
SegmentRefs = list[str]
# What happened. Open: more types may be added.
EventType = str
# An event type, or `*` for all types, including those added later.
EventTypeChoice = Literal[
    "*",
    "meeting.state_changed",
    "transcript.available",
    "summary.available",
    "meeting.deleted",
    "participant.admitted",
    "participant.joined",
    "participant.left",
    "participant.removed",
    "participant.waiting",
    "participant.refused",
    "participant.updated",
]
# A disabled webhook receives nothing until it is made active again.
WebhookStatus = Literal["active", "disabled"]
ProblemCode = Literal[
    "malformed_request",
    "malformed_json",
    "unknown_parameter",
    "invalid_parameter",
    "idempotency_key_missing",
    "idempotency_key_invalid",
    "unauthorized",
    "insufficient_scope",
    "not_found",
    "meeting_not_found",
    "webhook_not_found",
    "delivery_not_found",
    "participant_not_found",
    "guest_link_not_found",
    "method_not_allowed",
    "not_acceptable",
    "request_timeout",
    "meeting_not_joinable",
    "meeting_locked",
    "participant_gone",
    "host_required",
    "not_admitted",
    "meeting_full",
    "invalid_state",
    "idempotency_key_in_use",
    "transcript_not_ready",
    "guest_link_limit",
    "webhook_limit",
    "webhook_disabled",
    "events_expired",
    "content_expired",
    "guest_link_not_usable",
    "precondition_failed",
    "body_too_large",
    "uri_too_long",
    "unsupported_media_type",
    "headers_too_large",
    "validation_error",
    "idempotency_key_reused",
    "unexpected_body",
    "too_many_streams",
    "rate_limited",
    "internal_error",
    "unavailable",
]


# When the meeting is planned. Echoed as sent; never starts or ends a meeting.
class Schedule(TypedDict):
    # RFC 3339 date-time with an offset or Z.
    startAt: str
    # RFC 3339 date-time with an offset or Z, after startAt by at most 7 days.
    endAt: str
    # IANA time zone name, such as Europe/Berlin.
    timezone: str


class _CreateMeeting(TypedDict):
    # 1 to 200 characters, at least one of them visible, no control characters. Echoed as sent.
    title: str


# The meeting to create.
class CreateMeeting(_CreateMeeting, total=False):
    # Absent or null means no schedule.
    schedule: Schedule | None
    # BCP 47 tag of the language that will be spoken, such as en or pt-BR. Absent or null: the speech engine detects
    # the language itself, if it can. Echoed as sent.
    languageCode: str | None
    # Up to 50 values of your own, such as the id of the meeting in your system. Echoed as sent; not shown to guests,
    # and not part of any event or log. Absent or null means none.
    metadata: dict[str, str] | None
    # How this meeting differs from the operator's settings.
    options: NewMeetingOptions | None
    # Links to create together with the meeting, each with the options of createGuestLink.
    guestLinks: list[CreateGuestLink] | None


# Options that are absent or null follow the operator's settings.
class NewMeetingOptions(TypedDict, total=False):
    # Absent or null means the operator's setting.
    transcription: TranscriptionRule | None
    # Whether a summary is written. Absent or null means the operator's setting.
    summary: OnOrOff | None
    # Maximum number of people in the meeting at the same time.
    maxParticipants: int | None
    # The meeting ends when its room has been empty for this long.
    emptyRoomSeconds: int | None
    # A meeting that runs longer than this is ended.
    maxMeetingSeconds: int | None
    # How people who come by a guest link get in: with `ask` they wait until a host lets them in.
    admission: AdmissionRule | None
    # Who may share a screen.
    screenShare: ScreenShareRule | None
    # `false`: guests wait until a host is in the meeting.
    joinBeforeHost: bool | None
    # `off`: people in the meeting cannot send each other messages or reactions; the media server refuses them.
    chat: OnOrOff | None
    # Transcript and summary are deleted this many days after they are available; 0 = never.
    keepTranscriptDays: int | None
    # Names and words that are likely to be said. The recognizer prefers them, as well as the names of people in the
    # meeting and the words of its title.
    vocabulary: list[str] | None


# The options that apply to the meeting, whether it or the operator sets them.
class MeetingOptions(TypedDict):
    transcription: TranscriptionRule
    summary: OnOrOff
    # Maximum number of people in the meeting at the same time.
    maxParticipants: int
    # The meeting ends when its room has been empty for this long.
    emptyRoomSeconds: int
    # A meeting that runs longer than this is ended.
    maxMeetingSeconds: int
    # Transcript and summary are deleted this many days after they are available; 0 = never.
    keepTranscriptDays: int
    admission: AdmissionRule
    screenShare: ScreenShareRule
    # `false`: guests wait until a host is in the meeting.
    joinBeforeHost: bool
    chat: OnOrOff
    # Names and words that the recognizer prefers.
    vocabulary: list[str]


class _NewMeeting(TypedDict):
    # Opaque; clients must not parse it.
    meetingRef: str
    meetingState: MeetingState
    # As sent.
    title: str
    # As sent; null means none.
    schedule: Schedule | None
    languageCode: LanguageCode
    createdAt: Timestamp
    stateChangedAt: Timestamp
    startedAt: NullableTimestamp
    endedAt: NullableTimestamp
    # Open code: cancelled_by_api, never_held, media_unavailable, ended_by_api, ended_by_host, room_empty,
    # max_duration, media_lost.
    stateReason: str | None
    metadata: Metadata
    options: MeetingOptions
    # Whether nobody new is let in.
    locked: bool


# The meeting, and the links that were created with it.
class NewMeeting(_NewMeeting, total=False):
    # Present only if the call requested links, and in its replays. `guestUrl` is sensitive.
    guestLinks: list[GuestLinkWithUrl]


# A meeting as it is now.
class Meeting(TypedDict):
    # Opaque; clients must not parse it.
    meetingRef: str
    meetingState: MeetingState
    # As sent.
    title: str
    # As sent; null means none.
    schedule: Schedule | None
    languageCode: LanguageCode
    createdAt: Timestamp
    stateChangedAt: Timestamp
    startedAt: NullableTimestamp
    endedAt: NullableTimestamp
    # Open code: cancelled_by_api, never_held, media_unavailable, ended_by_api, ended_by_host, room_empty,
    # max_duration, media_lost.
    stateReason: str | None
    metadata: Metadata
    options: MeetingOptions
    # Whether nobody new is let in.
    locked: bool


# The changes; absent members stay as they are.
class UpdateMeeting(TypedDict, total=False):
    # As at creation.
    title: str
    # null removes the schedule; absent members stay as they are.
    schedule: SchedulePatch | None
    # As at creation.
    languageCode: str | None
    # Merged with the existing values; null removes a key, or all of them.
    metadata: dict[str, str | None] | None
    # Absent members stay as they are.
    options: NewMeetingOptions | None


# Changes to the schedule, or a whole one.
class SchedulePatch(TypedDict, total=False):
    # As at creation.
    startAt: str
    # As at creation.
    endAt: str
    # As at creation.
    timezone: str


# A page of meetings.
class MeetingList(TypedDict):
    # In the requested order.
    meetings: list[Meeting]
    # null on the last page.
    nextPageToken: str | None


# The link to create.
class CreateGuestLink(TypedDict, total=False):
    # The name that the lobby suggests to the guest. Absent or null means none.
    displayName: str | None
    # The role of people who come in by the link. `host` also needs the scope `hosts:write`; absent or null means
    # `guest`.
    role: ParticipantRole | None
    # Whether a host decides on each person who comes by the link. Absent or null means the meeting's setting. Hosts
    # come in at once.
    admission: AdmissionRule | None
    # RFC 3339 date-time after which nobody can join by the link any more; no later than without this option. Absent or
    # null means no date of its own: the link then ends maxMeetingSeconds after the time when a meeting that nobody
    # came to is given up. That time is 24 hours after its planned end or its creation, whichever is later, or 7 days
    # after its creation without a schedule, unless the operator chose otherwise. When the schedule changes, the time
    # of that change counts instead of the creation.
    expiresAt: str | None
    # How many times the link can be used to join. Reconnecting after a lost connection is not a new use. Absent or
    # null means no limit.
    maxUses: int | None


# A link as it is now, without its secret.
class GuestLink(TypedDict):
    # Opaque; clients must not parse it.
    guestLinkRef: str
    # The meeting that the link leads to.
    meetingRef: str
    createdAt: Timestamp
    expiresAt: Timestamp
    # The name that the lobby suggests to the guest; null once the transcript was erased.
    displayName: str | None
    # How many people may join by it; null means no limit.
    maxUses: int | None
    # How many times someone joined by the link, including those who are waiting.
    uses: int
    revokedAt: NullableTimestamp
    role: ParticipantRole
    # null means the meeting's setting.
    admission: AdmissionRule | None


# From the moment media connected to the moment it disconnected.
class Visit(TypedDict):
    joinedAt: Timestamp
    leftAt: NullableTimestamp
    # Open code: left, connection_lost, removed, link_revoked, meeting_ended, replaced (the same person connected
    # again).
    reason: str | None


# Someone who asked to come in, through a page or a program.
class Participant(TypedDict):
    # Opaque; clients must not parse it.
    participantRef: str
    # The meeting that the person came to.
    meetingRef: str
    # The link by which the person came; null for a client.
    guestLinkRef: str | None
    # The name that the person gave; empty once the transcript was erased.
    displayName: str
    role: ParticipantRole
    kind: ParticipantKind
    state: ParticipantState
    consent: Consent
    consentAt: NullableTimestamp
    # Open code: left, connection_lost, link_revoked, meeting_ended, never_connected, refused, removed.
    stateReason: str | None
    # Duration of the transcribed speech; null where nothing was transcribed, and once the transcript was erased.
    spokeMs: int | None
    # The times when the person was connected, in order.
    visits: list[Visit]
    # Total duration of the visits so far.
    attendedMs: int
    # When the participant raised a hand, RFC 3339; null while it is down, and for anyone not present.
    handRaisedAt: str | None
    # How well media arrived, as measured by the page; null for a client, and for a person before the first report.
    connection: ConnectionQuality | None


# How well media arrived at and from a page, over all its visits.
class ConnectionQuality(TypedDict):
    # Open code, the last one: udp, tcp, relay (TURN).
    transport: str
    # How often the page lost its connection and restored it or made another.
    reconnections: int
    # Share of the packets sent that were lost; null when none were sent.
    sentLossPercent: float | None
    # Share of the packets for this page that were lost; null when none were sent.
    receivedLossPercent: float | None
    # The highest jitter in any report.
    maxJitterMs: int
    # The longest round trip to the media server.
    maxRoundTripMs: int
    reportedAt: Timestamp


class _CreateMediaToken(TypedDict):
    # The name that the others see.
    displayName: str


# The client that a media token admits, and what it may do.
class CreateMediaToken(_CreateMediaToken, total=False):
    # `guest` by default; `host` also needs the scope `hosts:write`.
    role: Literal["host", "guest"]
    # Always client.
    kind: Literal["client"]
    # Always false: the others see it.
    hidden: bool
    # What the client may send; an empty list allows only messages. Absent means whatever the meeting allows for its
    # role.
    canPublish: list[Literal["microphone", "camera", "screen"]]
    # Whether the client may receive what others send. Absent means true.
    canSubscribe: bool
    # With false, the service never subscribes to what the client sends. Absent means true, except where the meeting
    # has `transcription: consent`: there it is required, as the answer of whoever speaks through the client. true
    # means consent, false means declined.
    transcribe: bool
    # How long the token may be used to connect. Absent means 600.
    expiresInSeconds: int


# What a program needs to join, and to renew its token.
class MediaToken(TypedDict):
    # The participant that the token admits.
    participantRef: str
    # Sensitive: identifies the client when it requests another token.
    participantSecret: str
    # The URL to give to a LiveKit SDK.
    mediaUrl: str
    # Sensitive: the token to give to a LiveKit SDK.
    mediaToken: str
    mediaTokenExpiresAt: Timestamp


# How a participant is removed.
class RemoveParticipant(TypedDict, total=False):
    # Also revoke the link by which the participant came in.
    revokeLink: bool
    # Whether the same browser tab may come in by the same link again, as a new participant; otherwise it is refused.
    # Another browser that holds the link is always a newcomer.
    mayReturn: bool


# What to mute.
class MuteParticipant(TypedDict, total=False):
    # The microphone by default.
    source: Literal["microphone", "camera", "screen"]
    # Whether the participant is kept from sending from this source again until `unlock-media`.
    lock: bool


# A page of participants.
class ParticipantList(TypedDict):
    # In the order in which they asked to come in.
    participants: list[Participant]
    # null on the last page.
    nextPageToken: str | None


# The links of a meeting.
class GuestLinkList(TypedDict):
    # Oldest first.
    guestLinks: list[GuestLink]


# How many calls the key may make.
class KeyLimits(TypedDict):
    # null means no limit.
    readPerMinute: int | None
    # null means no limit.
    writePerMinute: int | None
    # Concurrent reads with `Prefer: wait`.
    heldReads: int


# The API key of the caller.
class Key(TypedDict):
    # The part of the key that is not secret.
    keyId: str
    # The name that the operator gave it.
    name: str
    # The tenant whose meetings the key can see.
    tenant: str
    # What the key may do.
    scopes: list[str]
    createdAt: Timestamp
    expiresAt: NullableTimestamp
    limits: KeyLimits


# A new link, with its secret.
class GuestLinkWithUrl(TypedDict):
    # Opaque; clients must not parse it.
    guestLinkRef: str
    # The meeting that the link leads to.
    meetingRef: str
    # Sensitive: give it to the participants concerned, never log it.
    guestUrl: str
    createdAt: Timestamp
    expiresAt: Timestamp
    # The name that the lobby suggests; null means none.
    displayName: str | None
    # How many people may join by it; null means no limit.
    maxUses: int | None
    role: ParticipantRole
    # null means the meeting's setting.
    admission: AdmissionRule | None


# What someone said, as soon as it is final.
class LiveSegment(TypedDict):
    # Opaque; clients must not parse it.
    utteranceRef: str
    # Who spoke.
    participantRef: str
    # As in the transcript.
    speakerRef: str
    # The speaker's name.
    displayName: str
    # Milliseconds from the start of the meeting.
    startMs: int
    # Milliseconds from the start of the meeting.
    endMs: int
    # What was said.
    text: str
    languageCode: LanguageCode


# What someone is saying, as far as it has been recognized.
class LiveInterim(TypedDict):
    # The same until the words are final.
    utteranceRef: str
    # Who speaks.
    participantRef: str
    # As in the transcript.
    speakerRef: str
    # The speaker's name.
    displayName: str
    # The text recognized so far; it may still change.
    text: str


# Speech for which there are no words.
class LiveGap(TypedDict):
    # Opaque; clients must not parse it.
    utteranceRef: str
    # Whose words are missing.
    participantRef: str
    # Milliseconds from the start of the meeting.
    startMs: int
    # Milliseconds from the start of the meeting.
    endMs: int
    # Open code: not_decoded, audio_lost.
    reason: str


# A person's answer when asked whether they may be transcribed.
class LiveConsent(TypedDict):
    # Who answered.
    participantRef: str
    consent: Consent
    # When the answer takes effect, in milliseconds from the start of the meeting.
    startMs: int


class _Speaker(TypedDict):
    # Unique within the transcript.
    speakerRef: str
    # The name at the end of the meeting.
    displayName: str


# Someone whose words are in the transcript.
class Speaker(_Speaker, total=False):
    # Who spoke; absent in the transcript of a file.
    participantRef: str


class _Segment(TypedDict):
    # Stable within the meeting and never reused.
    segmentRef: str
    # Who spoke; one of `speakers`.
    speakerRef: str | None
    # Milliseconds since the meeting's startedAt.
    startMs: int
    # Milliseconds since the meeting's startedAt.
    endMs: int
    # What was said.
    text: str
    languageCode: LanguageCode


# What one person said without a long pause.
class Segment(_Segment, total=False):
    # The live segments that were joined into this one, in order.
    utteranceRefs: list[str]


# The engine that recognized the speech.
class Engine(TypedDict):
    # The kind of recognizer.
    name: str
    # The model that it used.
    model: str
    # Roughly how well it recognizes speech.
    quality: Literal["basic", "standard"]


# What was said, once `status` is `available`.
class Transcript(TypedDict):
    # The meeting that the transcript belongs to.
    meetingRef: str
    status: ArtifactStatus
    # null until `available`.
    result: ArtifactResult | None
    reason: ArtifactReason
    availableAt: NullableTimestamp
    languageCode: LanguageCode
    # Duration of the meeting; null until `available`.
    durationMs: int | None
    # The engine that recognized the speech; null when there are no words.
    engine: Engine | None
    # In order of appearance.
    speakers: list[Speaker]
    # In chronological order.
    segments: list[Segment]
    # Where someone was not transcribed because they did not agree to it.
    gaps: list[TranscriptGap]


# A time in which nothing that this participant said was received or kept.
class TranscriptGap(TypedDict):
    # Whose words are missing.
    participantRef: str
    # Milliseconds from the start of the meeting.
    startMs: int
    # Milliseconds from the start of the meeting.
    endMs: int
    # Open code: consent_declined.
    reason: str


# One point, with the segments that support it.
class SummaryPoint(TypedDict):
    # The point in one sentence.
    text: str
    segmentRefs: SegmentRefs


# Something that someone is to do, with the segments that support it.
class ActionItem(TypedDict):
    # What is to be done.
    text: str
    # Who is to do it; null when nobody was named.
    ownerDisplayName: str | None
    # A date in the time zone of the meeting.
    dueDate: str | None
    segmentRefs: SegmentRefs


# What was talked about for some time.
class Topic(TypedDict):
    # A few words that name the topic.
    title: str
    # What was said about it.
    text: str
    segmentRefs: SegmentRefs


# The engine that wrote a summary.
class SummaryGenerator(TypedDict):
    # The name of the engine.
    name: str
    # Its version or model.
    version: str


# What the meeting came to, once `status` is `available`.
class Summary(TypedDict):
    # The meeting that the summary belongs to.
    meetingRef: str
    status: ArtifactStatus
    # null until `available`.
    result: ArtifactResult | None
    reason: ArtifactReason
    availableAt: NullableTimestamp
    languageCode: LanguageCode
    # Plain text.
    overview: str | None
    # Other points worth knowing.
    keyPoints: list[SummaryPoint]
    # What was decided.
    decisions: list[SummaryPoint]
    # What people are to do.
    actionItems: list[ActionItem]
    # What was talked about, in order.
    topics: list[Topic]
    # The engine that wrote the summary; null when nothing was written.
    generator: SummaryGenerator | None


class _EventData(TypedDict):
    # The meeting that the event is about.
    meetingRef: str
    meetingState: MeetingState


# What the event is about.
class EventData(_EventData, total=False):
    # For events about a participant.
    participantRef: str
    role: ParticipantRole
    state: ParticipantState
    # For participant.left: the duration of the visit.
    durationMs: int
    # For participant.left: the `reason` of the visit, or never_connected.
    reason: str


# What happened to which meeting; read the details through the API. Contains nothing that was said.
class Event(TypedDict):
    # The same for every webhook, at every attempt, and in the event stream.
    eventRef: str
    type: EventType
    timestamp: Timestamp
    data: EventData


# Which webhook was tested.
class WebhookTestData(TypedDict):
    # The webhook that was tested.
    webhookRef: str


# What testWebhook sends. It is not about a meeting, and not in any event stream.
class WebhookTest(TypedDict):
    # The same at every attempt.
    eventRef: str
    # Always webhook.test.
    type: Literal["webhook.test"]
    timestamp: Timestamp
    data: WebhookTestData


class _CreateWebhook(TypedDict):
    # An https URL without credentials that leads to a public address.
    url: str


# Where to send events, and which ones.
class CreateWebhook(_CreateWebhook, total=False):
    # Absent or null means the three types of version 1.0: meeting.state_changed, transcript.available,
    # summary.available. `*` means all types, including those added later.
    eventTypes: list[EventTypeChoice] | None


# The changes; absent members stay as they are.
class UpdateWebhook(TypedDict, total=False):
    status: WebhookStatus
    # As at creation.
    url: str
    # As at creation; null means the three types of version 1.0 again.
    eventTypes: list[EventTypeChoice] | None


# A webhook as it is now, without its secret.
class Webhook(TypedDict):
    # Opaque; clients must not parse it.
    webhookRef: str
    # Where events are sent.
    url: str
    # `*` alone means all types, including those added later.
    eventTypes: list[EventType]
    status: WebhookStatus
    # Open code: gone (the receiver answered 410), disabled_by_api.
    statusReason: str | None
    createdAt: Timestamp


# A webhook with a new secret.
class WebhookWithSecret(TypedDict):
    # Opaque; clients must not parse it.
    webhookRef: str
    # Where events are sent.
    url: str
    # `*` alone means all types, including those added later.
    eventTypes: list[EventType]
    status: WebhookStatus
    # Open code: gone (the receiver answered 410), disabled_by_api.
    statusReason: str | None
    createdAt: Timestamp
    # Sensitive: `whsec_` and the signing key in base64, as Standard Webhooks defines.
    secret: str
    previousSecretExpiresAt: NullableTimestamp


# The webhooks of the tenant.
class WebhookList(TypedDict):
    # Oldest first.
    webhooks: list[Webhook]


# One call of a webhook.
class WebhookAttempt(TypedDict):
    attemptedAt: Timestamp
    # From the call until its answer or its end.
    durationMs: int
    # Open code: delivered, refused (a status other than 2xx), redirected (3xx, which is not followed), timeout (15 s),
    # unreachable, address_not_allowed, tls, disabled.
    result: str
    # The status that the receiver answered; null when it did not answer.
    httpStatus: int | None


# One event for one webhook, and its result.
class WebhookDelivery(TypedDict):
    # Opaque; clients must not parse it.
    deliveryRef: str
    # The webhook to which it is sent.
    webhookRef: str
    # The value of the header webhook-id at every attempt.
    eventRef: str
    # An event type or webhook.test.
    eventType: str
    # The meeting that the event is about; null for a test.
    meetingRef: str | None
    # `pending` while another attempt is due.
    status: Literal["pending", "delivered", "failed"]
    createdAt: Timestamp
    deliveredAt: NullableTimestamp
    nextAttemptAt: NullableTimestamp
    # The last 20, in order.
    attempts: list[WebhookAttempt]


# A page of deliveries.
class WebhookDeliveryList(TypedDict):
    # Newest first.
    deliveries: list[WebhookDelivery]
    # null on the last page.
    nextPageToken: str | None


class _ProblemError(TypedDict):
    # Open code that programs can switch on.
    code: str
    # A sentence that says what to do.
    detail: str


# What is wrong at one place in the call.
class ProblemError(_ProblemError, total=False):
    # JSON Pointer into the body, as a fragment.
    pointer: str
    # The request header, when the fault is in a header.
    header: str
    # The query parameter, when the fault is in the query of the URL.
    parameter: str


class _Problem(TypedDict):
    # A URL that leads to an explanation.
    type: str
    # The same for every problem with this code.
    title: str
    # The HTTP status.
    status: int
    # Stable; clients switch on this.
    code: str
    # A sentence that says what to do.
    detail: str
    # Identifies this one response.
    instance: str
    # The same as in the header X-Request-Id.
    requestId: str


# Why a call was refused (RFC 9457).
class Problem(_Problem, total=False):
    # Each fault with its place, when there are several or the place helps.
    errors: list[ProblemError]
    meetingState: MeetingState
    # For insufficient_scope: the scope that the key lacks.
    requiredScope: str
    # For rate_limited: the limit that was reached.
    policy: str
