// One route file for each operationId of contract/guest-api.yaml.
import type { OperationId } from '../../contract/generated/guest-api.ts';
import type { Route } from './call.ts';
import { joinMeetingRoute } from './routes/join-meeting.ts';
import { leaveMeetingRoute } from './routes/leave-meeting.ts';
import { noteConnectedRoute } from './routes/note-connected.ts';
import { openLobbyRoute } from './routes/open-lobby.ts';
import { renewAdmissionRoute } from './routes/renew-admission.ts';

export const guestRoutes: Record<OperationId, Route> = {
  openLobby: openLobbyRoute,
  joinMeeting: joinMeetingRoute,
  noteConnected: noteConnectedRoute,
  renewAdmission: renewAdmissionRoute,
  leaveMeeting: leaveMeetingRoute,
};
