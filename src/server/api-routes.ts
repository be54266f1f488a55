// One route file for each operationId of contract/openapi.yaml.
import type { OperationId } from '../../contract/generated/api.ts';
import type { Route } from './call.ts';
import { cancelMeetingRoute } from './routes/cancel-meeting.ts';
import { createGuestLinkRoute } from './routes/create-guest-link.ts';
import { createMeetingRoute } from './routes/create-meeting.ts';
import { endMeetingRoute } from './routes/end-meeting.ts';
import { readMeetingRoute } from './routes/read-meeting.ts';
import { readSummaryRoute } from './routes/read-summary.ts';
import { readTranscriptRoute } from './routes/read-transcript.ts';

export const apiRoutes: Record<OperationId, Route> = {
  createMeeting: createMeetingRoute,
  readMeeting: readMeetingRoute,
  createGuestLink: createGuestLinkRoute,
  endMeeting: endMeetingRoute,
  cancelMeeting: cancelMeetingRoute,
  readTranscript: readTranscriptRoute,
  readSummary: readSummaryRoute,
};
