// One route file for each operationId of contract/openapi.yaml.
import type { OperationId } from '../../contract/generated/api.ts';
import type { Route } from './call.ts';
import { cancelMeetingRoute } from './routes/cancel-meeting.ts';
import { createGuestLinkRoute } from './routes/create-guest-link.ts';
import { createMeetingRoute } from './routes/create-meeting.ts';
import { endMeetingRoute } from './routes/end-meeting.ts';
import { listMeetingsRoute } from './routes/list-meetings.ts';
import { updateMeetingRoute } from './routes/update-meeting.ts';
import { listGuestLinksRoute } from './routes/list-guest-links.ts';
import { readGuestLinkRoute } from './routes/read-guest-link.ts';
import { revokeGuestLinkRoute } from './routes/revoke-guest-link.ts';
import { eraseTranscriptRoute } from './routes/erase-transcript.ts';
import { eraseSummaryRoute } from './routes/erase-summary.ts';
import { readKeyRoute } from './routes/read-key.ts';
import { readMeetingRoute } from './routes/read-meeting.ts';
import { readSummaryRoute } from './routes/read-summary.ts';
import { readTranscriptRoute } from './routes/read-transcript.ts';
import { createWebhookRoute } from './routes/create-webhook.ts';
import { listWebhooksRoute } from './routes/list-webhooks.ts';
import { readWebhookRoute } from './routes/read-webhook.ts';
import { updateWebhookRoute } from './routes/update-webhook.ts';
import { deleteWebhookRoute } from './routes/delete-webhook.ts';
import { rotateWebhookSecretRoute } from './routes/rotate-webhook-secret.ts';
import { testWebhookRoute } from './routes/test-webhook.ts';
import { listWebhookDeliveriesRoute } from './routes/list-webhook-deliveries.ts';
import { replayWebhookDeliveryRoute } from './routes/replay-webhook-delivery.ts';
import { streamEventsRoute } from './routes/stream-events.ts';

export const apiRoutes: Record<OperationId, Route> = {
  createMeeting: createMeetingRoute,
  listMeetings: listMeetingsRoute,
  updateMeeting: updateMeetingRoute,
  listGuestLinks: listGuestLinksRoute,
  readGuestLink: readGuestLinkRoute,
  revokeGuestLink: revokeGuestLinkRoute,
  eraseTranscript: eraseTranscriptRoute,
  eraseSummary: eraseSummaryRoute,
  readKey: readKeyRoute,
  readMeeting: readMeetingRoute,
  createGuestLink: createGuestLinkRoute,
  endMeeting: endMeetingRoute,
  cancelMeeting: cancelMeetingRoute,
  readTranscript: readTranscriptRoute,
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
