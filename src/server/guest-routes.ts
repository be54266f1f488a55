// One route file for each operationId of contract/guest-api.yaml.
import type { OperationId } from '../../contract/generated/guest-api.ts';
import type { Route } from './http/call.ts';
import { answerConsentRoute } from './routes/guest-page/answer-consent.ts';
import { awaitAdmissionRoute } from './routes/guest-page/await-admission.ts';
import { joinMeetingRoute } from './routes/guest-page/join-meeting.ts';
import { leaveMeetingRoute } from './routes/guest-page/leave-meeting.ts';
import { moderateMeetingRoute } from './routes/guest-page/moderate-meeting.ts';
import { noteConnectedRoute } from './routes/guest-page/note-connected.ts';
import { openLobbyRoute } from './routes/guest-page/open-lobby.ts';
import { renewAdmissionRoute } from './routes/guest-page/renew-admission.ts';
import { raiseHandRoute } from './routes/guest-page/raise-hand.ts';
import { reportConnectionQualityRoute } from './routes/guest-page/report-connection-quality.ts';
import { startConnectionCheckRoute } from './routes/guest-page/start-connection-check.ts';
import { watchWaitingRoomRoute } from './routes/guest-page/watch-waiting-room.ts';

export const guestRoutes: Record<OperationId, Route> = {
  openLobby: openLobbyRoute,
  joinMeeting: joinMeetingRoute,
  noteConnected: noteConnectedRoute,
  renewAdmission: renewAdmissionRoute,
  answerConsent: answerConsentRoute,
  awaitAdmission: awaitAdmissionRoute,
  watchWaitingRoom: watchWaitingRoomRoute,
  moderateMeeting: moderateMeetingRoute,
  raiseHand: raiseHandRoute,
  leaveMeeting: leaveMeetingRoute,
  reportConnectionQuality: reportConnectionQualityRoute,
  startConnectionCheck: startConnectionCheckRoute,
};

/** The page always waits here for news, up to 20 s. */
export const heldGuestOperations: readonly OperationId[] = ['awaitAdmission', 'watchWaitingRoom'];
