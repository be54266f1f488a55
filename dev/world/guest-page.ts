// What the guest page's own tests have in common: a person, an admission, and a service that answers as scripted.
import { vi } from 'vitest';
import type { Person } from '../../clients/web/src/people/person.ts';
import type { Admission } from '../../contract/generated/guest-api.ts';

/** A person in the room with an open microphone and nothing else. */
export function somebody(about: Pick<Person, 'ref' | 'name'> & Partial<Person>): Person {
  return {
    isSelf: false,
    isHost: false,
    isClient: false,
    consent: null,
    lockedSources: '',
    microphoneOn: true,
    microphoneRef: null,
    videoRef: null,
    sharing: false,
    screenRef: null,
    speaking: false,
    connection: 'good',
    joinedAtMs: 0,
    handRaisedAtMs: null,
    ...about,
  };
}

export const TOKEN_MS = 600_000;

/**
 * Replaces `fetch`: each call is answered by the last segment of its path; null stands for no network. Returns those
 * segments in the order of the calls.
 */
export function scriptService(
  answer: (verb: string) => Response | Promise<Response> | null,
): string[] {
  const asked: string[] = [];
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('fetch', async (path: string) => {
    const verb = path.split('/').at(-1) ?? '';
    asked.push(verb);
    const response = answer(verb);
    if (response === null) throw new TypeError('no network');
    return response;
  });
  return asked;
}

/** Valid from now on; `number` tells its token from others. */
export function scriptedAdmission(number: number): Admission {
  return {
    participantRef: 'pt_1',
    participantSecret: 'quiet',
    mediaToken: `token ${number}`,
    mediaTokenExpiresAt: new Date(Date.now() + TOKEN_MS).toISOString(),
    transcribed: false,
    chat: true,
    role: 'guest',
  };
}
