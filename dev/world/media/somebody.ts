import type { Person } from '../../../clients/web/src/people/person.ts';

/** One who is in the room with an open microphone and nothing else. */
export function somebody(about: Pick<Person, 'ref' | 'name'> & Partial<Person>): Person {
  return {
    isSelf: false,
    microphoneOn: true,
    videoRef: null,
    sharing: false,
    screenRef: null,
    speaking: false,
    connection: 'good',
    joinedAtMs: 0,
    ...about,
  };
}
