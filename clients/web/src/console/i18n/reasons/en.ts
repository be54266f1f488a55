// Codes of the API in plain words. Codes may be added: one without words is shown as it is.
import type { Translated } from '../../../i18n/page-language.ts';

export const enReasons = {
  // Of a meeting.
  cancelled_by_api: 'Cancelled with an API key',
  ended_by_api: 'Ended with an API key',
  ended_by_host: 'Ended by a host',
  room_empty: 'Everyone left',
  max_duration: 'The maximum duration was reached',
  never_held: 'Nobody joined in time',
  media_unavailable: 'The media server was not available',
  media_lost: 'The media server stopped responding',
  // Of a transcript or a summary.
  meeting_cancelled: 'The meeting was cancelled',
  meeting_failed: 'The meeting failed',
  no_speech: 'Nobody spoke',
  audio_missing: 'Audio is missing',
  consent_declined: 'Nobody agreed to be transcribed',
  transcription_disabled: 'Transcription is turned off',
  summary_disabled: 'Summaries are turned off',
  not_requested: 'Not requested for this meeting',
  language_not_supported: 'The language is not supported',
  transcript_unavailable: 'There is no transcript',
  transcript_too_long: 'The transcript is too long',
  processing_failed: 'Processing failed; the log of the service says why',
  deadline_exceeded: 'It took too long',
  // Of a person.
  connection_lost: 'Connection lost',
  link_revoked: 'Link revoked',
  never_connected: 'Never connected',
  // Of a call to a webhook.
  delivered: 'Delivered',
  refused: 'Refused by the receiver',
  redirected: 'Redirected, which is not followed',
  timeout: 'No answer in time',
  unreachable: 'Unreachable',
  address_not_allowed: 'Address not allowed',
  tls: 'No secure connection (TLS)',
  disabled: 'Webhook disabled',
};

export type Reasons = Translated<typeof enReasons>;
