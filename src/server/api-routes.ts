// One route file for each operationId of contract/openapi.yaml.
import type { OperationId } from '../../contract/generated/api.ts';
import type { Route } from './http/call.ts';
import { cancelMeetingRoute } from './routes/meetings/cancel-meeting.ts';
import { createGuestLinkRoute } from './routes/guest-links/create-guest-link.ts';
import { createMeetingRoute } from './routes/meetings/create-meeting.ts';
import { deleteMeetingRoute } from './routes/meetings/delete-meeting.ts';
import { endMeetingRoute } from './routes/meetings/end-meeting.ts';
import { listMeetingsRoute } from './routes/meetings/list-meetings.ts';
import { updateMeetingRoute } from './routes/meetings/update-meeting.ts';
import { exportMeetingRoute } from './routes/meetings/export-meeting.ts';
import { listGuestLinksRoute } from './routes/guest-links/list-guest-links.ts';
import { readGuestLinkRoute } from './routes/guest-links/read-guest-link.ts';
import { createMediaTokenRoute } from './routes/participants/create-media-token.ts';
import { admitAllRoute } from './routes/participants/admit-all.ts';
import { admitParticipantRoute } from './routes/participants/admit-participant.ts';
import { unlockMediaRoute } from './routes/participants/unlock-media.ts';
import { lowerHandRoute } from './routes/participants/lower-hand.ts';
import { makeGuestRoute } from './routes/participants/make-guest.ts';
import { makeHostRoute } from './routes/participants/make-host.ts';
import { refuseParticipantRoute } from './routes/participants/refuse-participant.ts';
import { listParticipantsRoute } from './routes/participants/list-participants.ts';
import { muteAllRoute } from './routes/participants/mute-all.ts';
import { muteParticipantRoute } from './routes/participants/mute-participant.ts';
import { removeParticipantRoute } from './routes/participants/remove-participant.ts';
import { lockMeetingRoute } from './routes/meetings/lock-meeting.ts';
import { unlockMeetingRoute } from './routes/meetings/unlock-meeting.ts';
import { readParticipantRoute } from './routes/participants/read-participant.ts';
import { revokeGuestLinkRoute } from './routes/guest-links/revoke-guest-link.ts';
import { eraseTranscriptRoute } from './routes/artifacts/erase-transcript.ts';
import { eraseSummaryRoute } from './routes/artifacts/erase-summary.ts';
import { readKeyRoute } from './routes/read-key.ts';
import { readMeetingRoute } from './routes/meetings/read-meeting.ts';
import { readSummaryRoute } from './routes/artifacts/read-summary.ts';
import { streamTranscriptRoute } from './routes/artifacts/stream-transcript.ts';
import { readTranscriptRoute } from './routes/artifacts/read-transcript.ts';
import { createWebhookRoute } from './routes/webhooks/create-webhook.ts';
import { listWebhooksRoute } from './routes/webhooks/list-webhooks.ts';
import { readWebhookRoute } from './routes/webhooks/read-webhook.ts';
import { updateWebhookRoute } from './routes/webhooks/update-webhook.ts';
import { deleteWebhookRoute } from './routes/webhooks/delete-webhook.ts';
import { rotateWebhookSecretRoute } from './routes/webhooks/rotate-webhook-secret.ts';
import { testWebhookRoute } from './routes/webhooks/test-webhook.ts';
import { listWebhookDeliveriesRoute } from './routes/webhooks/list-webhook-deliveries.ts';
import { replayWebhookDeliveryRoute } from './routes/webhooks/replay-webhook-delivery.ts';
import { streamEventsRoute } from './routes/stream-events.ts';

export const apiRoutes: Record<OperationId, Route> = {
  createMeeting: createMeetingRoute,
  listMeetings: listMeetingsRoute,
  updateMeeting: updateMeetingRoute,
  deleteMeeting: deleteMeetingRoute,
  exportMeeting: exportMeetingRoute,
  listGuestLinks: listGuestLinksRoute,
  readGuestLink: readGuestLinkRoute,
  revokeGuestLink: revokeGuestLinkRoute,
  createMediaToken: createMediaTokenRoute,
  listParticipants: listParticipantsRoute,
  readParticipant: readParticipantRoute,
  removeParticipant: removeParticipantRoute,
  muteParticipant: muteParticipantRoute,
  muteAll: muteAllRoute,
  admitAll: admitAllRoute,
  admitParticipant: admitParticipantRoute,
  refuseParticipant: refuseParticipantRoute,
  makeHost: makeHostRoute,
  lowerHand: lowerHandRoute,
  makeGuest: makeGuestRoute,
  unlockMedia: unlockMediaRoute,
  lockMeeting: lockMeetingRoute,
  unlockMeeting: unlockMeetingRoute,
  eraseTranscript: eraseTranscriptRoute,
  eraseSummary: eraseSummaryRoute,
  readKey: readKeyRoute,
  readMeeting: readMeetingRoute,
  createGuestLink: createGuestLinkRoute,
  endMeeting: endMeetingRoute,
  cancelMeeting: cancelMeetingRoute,
  readTranscript: readTranscriptRoute,
  streamTranscript: streamTranscriptRoute,
  readSummary: readSummaryRoute,
  createWebhook: createWebhookRoute,
  listWebhooks: listWebhooksRoute,
  readWebhook: readWebhookRoute,
  updateWebhook: updateWebhookRoute,
  deleteWebhook: deleteWebhookRoute,
  rotateWebhookSecret: rotateWebhookSecretRoute,
  testWebhook: testWebhookRoute,
  listWebhookDeliveries: listWebhookDeliveriesRoute,
  replayWebhookDelivery: replayWebhookDeliveryRoute,
  streamEvents: streamEventsRoute,
};
