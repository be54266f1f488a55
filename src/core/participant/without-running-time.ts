import type { Participant, ParticipantList } from '../../../contract/generated/api.ts';

/** The same until something happens: without the length of a visit that lasts, which grows with the clock. Pure. */
export function withoutRunningTime(person: Participant): Participant {
  const isThere = person.visits.some(({ leftAt }) => leftAt === null);
  return isThere ? { ...person, attendedMs: 0 } : person;
}

/** Of the token, which is another with each read, only whether there is one. */
export function listWithoutRunningTime(list: ParticipantList): ParticipantList {
  return {
    participants: list.participants.map(withoutRunningTime),
    nextPageToken: list.nextPageToken === null ? null : 'more',
  };
}
