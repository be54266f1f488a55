// For tests: the service as the page's calls find it.
import { vi } from 'vitest';
import type { Admission } from '../../../contract/generated/guest-api.ts';

export const TOKEN_MS = 600_000;

/** Answers every call by its last word; null is no network. The words that were asked come back, in order. */
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

/** For the time from now on, with a token of its own for each `number`. */
export function scriptedAdmission(number: number): Admission {
  return {
    participantRef: 'pt_1',
    participantSecret: 'quiet',
    mediaToken: `token ${number}`,
    mediaTokenExpiresAt: new Date(Date.now() + TOKEN_MS).toISOString(),
    transcribed: false,
  };
}
