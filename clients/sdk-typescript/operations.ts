import type { OperationId } from '../../contract/generated/api.ts';
import type { Operation } from './send.ts';

const MEETING = '/v1/meetings/{meetingRef}';
const LINK = `${MEETING}/guest-links/{guestLinkRef}`;
const PARTICIPANT = `${MEETING}/participants/{participantRef}`;
const WEBHOOK = '/v1/webhooks/{webhookRef}';

/** The method and the path of each operation of the contract. */
export const operations = {
  createMeeting: { method: 'POST', path: '/v1/meetings' },
  listMeetings: { method: 'GET', path: '/v1/meetings' },
  updateMeeting: { method: 'PATCH', path: MEETING },
  deleteMeeting: { method: 'DELETE', path: MEETING },
  readMeeting: { method: 'GET', path: MEETING },
  exportMeeting: { method: 'GET', path: `${MEETING}/export` },
  endMeeting: { method: 'POST', path: `${MEETING}/end` },
  cancelMeeting: { method: 'POST', path: `${MEETING}/cancel` },
  createGuestLink: { method: 'POST', path: `${MEETING}/guest-links` },
  listGuestLinks: { method: 'GET', path: `${MEETING}/guest-links` },
  readGuestLink: { method: 'GET', path: LINK },
  revokeGuestLink: { method: 'DELETE', path: LINK },
  createMediaToken: { method: 'POST', path: `${MEETING}/media-tokens` },
  listParticipants: { method: 'GET', path: `${MEETING}/participants` },
  readParticipant: { method: 'GET', path: PARTICIPANT },
  removeParticipant: { method: 'POST', path: `${PARTICIPANT}/remove` },
  muteParticipant: { method: 'POST', path: `${PARTICIPANT}/mute` },
  admitParticipant: { method: 'POST', path: `${PARTICIPANT}/admit` },
  refuseParticipant: { method: 'POST', path: `${PARTICIPANT}/refuse` },
  makeHost: { method: 'POST', path: `${PARTICIPANT}/make-host` },
  unlockMedia: { method: 'POST', path: `${PARTICIPANT}/unlock-media` },
  makeGuest: { method: 'POST', path: `${PARTICIPANT}/make-guest` },
  lowerHand: { method: 'POST', path: `${PARTICIPANT}/lower-hand` },
  admitAll: { method: 'POST', path: `${MEETING}/admit-all` },
  muteAll: { method: 'POST', path: `${MEETING}/mute-all` },
  lockMeeting: { method: 'POST', path: `${MEETING}/lock` },
  unlockMeeting: { method: 'POST', path: `${MEETING}/unlock` },
  eraseTranscript: { method: 'DELETE', path: `${MEETING}/transcript` },
  eraseSummary: { method: 'DELETE', path: `${MEETING}/summary` },
  readKey: { method: 'GET', path: '/v1/key' },
  readTranscript: { method: 'GET', path: `${MEETING}/transcript` },
  streamTranscript: { method: 'GET', path: `${MEETING}/transcript/live` },
  readSummary: { method: 'GET', path: `${MEETING}/summary` },
  createWebhook: { method: 'POST', path: '/v1/webhooks' },
  listWebhooks: { method: 'GET', path: '/v1/webhooks' },
  readWebhook: { method: 'GET', path: WEBHOOK },
  updateWebhook: { method: 'PATCH', path: WEBHOOK },
  deleteWebhook: { method: 'DELETE', path: WEBHOOK },
  rotateWebhookSecret: { method: 'POST', path: `${WEBHOOK}/rotate-secret` },
  testWebhook: { method: 'POST', path: `${WEBHOOK}/test` },
  listWebhookDeliveries: { method: 'GET', path: `${WEBHOOK}/deliveries` },
  replayWebhookDelivery: { method: 'POST', path: `${WEBHOOK}/deliveries/{deliveryRef}/replay` },
  streamEvents: { method: 'GET', path: '/v1/events' },
} as const satisfies Record<OperationId, Operation>;
