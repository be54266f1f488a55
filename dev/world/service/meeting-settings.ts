import type { Ctx } from '../../../src/core/context.ts';

/** The rules' settings in tests: as `.env.example` has them, with nothing deleted by age. */
export const meetingSettings: Ctx['settings'] = {
  publicUrl: 'http://meet.test',
  roomMaxParticipants: 50,
  emptyRoomSeconds: 60,
  noShowSeconds: 86_400,
  maxMeetingSeconds: 86_400,
  mediaLostSeconds: 600,
  endingSeconds: 120,
  speech: 'on',
  speechLanguage: 'en',
  summary: 'on',
  keep: { audioDays: 0, transcriptDays: 0, meetingDays: 0, eventDays: 0 },
};
