import type { OperationId } from '../../contract/generated/api.ts';
import type { Operation } from './send.ts';

/** The method and the path of each operation of the contract. */
export const operations = {
  createMeeting: { method: 'POST', path: '/v1/meetings' },
  listMeetings: { method: 'GET', path: '/v1/meetings' },
  updateMeeting: { method: 'PATCH', path: '/v1/meetings/{meetingRef}' },
  deleteMeeting: { method: 'DELETE', path: '/v1/meetings/{meetingRef}' },
  readMeeting: { method: 'GET', path: '/v1/meetings/{meetingRef}' },
  exportMeeting: { method: 'GET', path: '/v1/meetings/{meetingRef}/export' },
  endMeeting: { method: 'POST', path: '/v1/meetings/{meetingRef}/end' },
  cancelMeeting: { method: 'POST', path: '/v1/meetings/{meetingRef}/cancel' },
  createGuestLink: { method: 'POST', path: '/v1/meetings/{meetingRef}/guest-links' },
  listGuestLinks: { method: 'GET', path: '/v1/meetings/{meetingRef}/guest-links' },
  readGuestLink: { method: 'GET', path: '/v1/meetings/{meetingRef}/guest-links/{guestLinkRef}' },
  revokeGuestLink: {
    method: 'DELETE',
    path: '/v1/meetings/{meetingRef}/guest-links/{guestLinkRef}',
  },
  createMediaToken: { method: 'POST', path: '/v1/meetings/{meetingRef}/media-tokens' },
  listParticipants: { method: 'GET', path: '/v1/meetings/{meetingRef}/participants' },
  readParticipant: {
    method: 'GET',
    path: '/v1/meetings/{meetingRef}/participants/{participantRef}',
  },
  removeParticipant: {
    method: 'POST',
    path: '/v1/meetings/{meetingRef}/participants/{participantRef}/remove',
  },
  muteParticipant: {
    method: 'POST',
    path: '/v1/meetings/{meetingRef}/participants/{participantRef}/mute',
  },
  admitParticipant: {
    method: 'POST',
    path: '/v1/meetings/{meetingRef}/participants/{participantRef}/admit',
  },
  refuseParticipant: {
    method: 'POST',
    path: '/v1/meetings/{meetingRef}/participants/{participantRef}/refuse',
  },
  makeHost: {
    method: 'POST',
    path: '/v1/meetings/{meetingRef}/participants/{participantRef}/make-host',
  },
  unlockMedia: {
    method: 'POST',
    path: '/v1/meetings/{meetingRef}/participants/{participantRef}/unlock-media',
  },
  makeGuest: {
    method: 'POST',
    path: '/v1/meetings/{meetingRef}/participants/{participantRef}/make-guest',
  },
  lowerHand: {
    method: 'POST',
    path: '/v1/meetings/{meetingRef}/participants/{participantRef}/lower-hand',
  },
  admitAll: { method: 'POST', path: '/v1/meetings/{meetingRef}/admit-all' },
  muteAll: { method: 'POST', path: '/v1/meetings/{meetingRef}/mute-all' },
  lockMeeting: { method: 'POST', path: '/v1/meetings/{meetingRef}/lock' },
  unlockMeeting: { method: 'POST', path: '/v1/meetings/{meetingRef}/unlock' },
  eraseTranscript: { method: 'DELETE', path: '/v1/meetings/{meetingRef}/transcript' },
  eraseSummary: { method: 'DELETE', path: '/v1/meetings/{meetingRef}/summary' },
  readKey: { method: 'GET', path: '/v1/key' },
  readTranscript: { method: 'GET', path: '/v1/meetings/{meetingRef}/transcript' },
  streamTranscript: { method: 'GET', path: '/v1/meetings/{meetingRef}/transcript/live' },
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
