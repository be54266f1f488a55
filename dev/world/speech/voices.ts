// Guests without browsers in the running product: they join through the guest API and play files.
import { readFile } from 'node:fs/promises';
import { createClient, type ParleyClient } from '../../../clients/sdk-typescript/client.ts';
import type { Transcript } from '../../../contract/generated/api.ts';
import type { Admission } from '../../../contract/generated/guest-api.ts';
import { testSpeechPath, testSpeechTable } from '../../../setup/places.mjs';
import { descendants } from '../process-memory.ts';
import { callGuestApi, type Parley } from '../service/start-parley.ts';
import { CAPTIONED_WITHIN_MS } from '../media/observed-guest.ts';
import { joinAsTalker, type Pace, type Part, type Talker, talkUntil } from '../media/talker.ts';
import { until } from '../until.ts';

export type Voice = Talker & {
  participantRef: string;
  /** The position in the file at which `speak` begins. */
  fileMs: number;
  /** Plays a text of dev/speech/texts.json from half a second before its first word. */
  speak(text: string, forMs?: number, onFrame?: Part['onFrame']): Promise<number>;
};
export type Admitted = { participantRef: string; mediaToken: string; connected(): Promise<void> };
export type VoiceMeeting = {
  meetingRef: string;
  /** For a person who joins in another way. Resolves when the scribe is in the room. */
  admit(displayName: string): Promise<Admitted>;
  enter(displayName: string, pace?: Pace, mediaUrl?: string): Promise<Voice>;
  /** Whether the meeting's link still opens the lobby. */
  opensLobby(): Promise<boolean>;
  end(): Promise<Transcript>;
};

const BEFORE_FIRST_WORD_MS = 500;
/** How soon depends on the machine and on all that was said. */
const TRANSCRIBED_WITHIN_MS = 400_000;

export async function voiceMeeting(parley: Parley): Promise<VoiceMeeting> {
  const client = clientOf(parley);
  const { meetingRef } = await client.meetings.create({ title: 'Chaos' });
  return meetingWith(parley, meetingRef, (await client.guestLinks.create(meetingRef)).guestUrl);
}

/** The same meeting after a restart of the product. */
export async function rejoined(parley: Parley, meetingRef: string): Promise<VoiceMeeting> {
  return meetingWith(
    parley,
    meetingRef,
    (await clientOf(parley).guestLinks.create(meetingRef)).guestUrl,
  );
}

function meetingWith(parley: Parley, meetingRef: string, guestUrl: string): VoiceMeeting {
  const link = new URL(guestUrl);
  const guestLinkRef = link.pathname.split('/').at(-1) ?? '';
  const secret = link.hash.slice('#k='.length);
  const admit = async (displayName: string): Promise<Admitted> => {
    // As the page does: scribes learn from it that someone is about to join.
    await callGuestApi(parley, `links/${guestLinkRef}/lobby`, { secret });
    const admission = await callGuestApi<Admission>(parley, `links/${guestLinkRef}/join`, {
      secret,
      displayName,
    });
    // A page takes longer to join than a talker.
    const isThere = (line: string): boolean =>
      line.includes('the scribe is in the room') && line.includes(meetingRef);
    await until('the scribe is in the room', 60_000, () =>
      parley.output().split('\n').some(isThere),
    );
    const { participantRef, participantSecret, mediaToken } = admission;
    const connected = async (): Promise<void> =>
      void (await callGuestApi(parley, `participants/${participantRef}/connected`, {
        participantSecret,
      }));
    return { participantRef, mediaToken, connected };
  };
  return {
    meetingRef,
    admit,
    opensLobby: () =>
      callGuestApi(parley, `links/${guestLinkRef}/lobby`, { secret }).then(
        () => true,
        () => false,
      ),
    enter: async (displayName, pace, mediaUrl = mediaUrlOf(parley)) => {
      const { participantRef, mediaToken, connected } = await admit(displayName);
      const talker = await joinAsTalker(mediaUrl, mediaToken, pace);
      await connected();
      const fromMs = testSpeechTable().leadSilenceSeconds * 1000 - BEFORE_FIRST_WORD_MS;
      return {
        ...talker,
        participantRef,
        fileMs: fromMs,
        speak: (text, forMs = Infinity, onFrame) =>
          talker.say(testSpeechPath(text), {
            fromMs,
            toMs: fromMs + forMs,
            ...(onFrame && { onFrame }),
          }),
      };
    },
    end: async () => {
      const client = clientOf(parley);
      await client.meetings.end(meetingRef);
      return until('the transcript is available', TRANSCRIBED_WITHIN_MS, async () => {
        const transcript = await client.transcripts.read(meetingRef);
        return transcript.status === 'available' && transcript;
      });
    },
  };
}

export function mediaUrlOf(parley: Parley): string {
  return `ws://127.0.0.1:${parley.env['PARLEY_MEDIA_PORT']}`;
}

/**
 * Speaks the text, and goes on with another one until `enough` is called, however late captions come. `speaking` also
 * resolves when the connection dies.
 */
export function speakOn(
  voice: Voice,
  text: string,
  forMs?: number,
): { speaking: Promise<void>; enough(): void } {
  let isEnough = false;
  const speaking = voice.speak(text, forMs).then(() => talkUntil(voice, () => isEnough));
  return { speaking: speaking.catch(() => {}), enough: () => void (isEnough = true) };
}

/** Resolves at the next interim caption of this voice, that is, in the middle of a word. */
export async function midWord({ partials }: Pick<Voice, 'partials'>): Promise<void> {
  const before = partials.length;
  await until('an interim caption', CAPTIONED_WITHIN_MS, () => partials.length > before);
}

/** A meeting in which somebody is in the middle of a word of `plan`, after so many final captions. */
export async function voiceMidWord(parley: Parley, captions: number, forMs?: number) {
  const meeting = await voiceMeeting(parley);
  const ana = await meeting.enter('Ana');
  const { speaking, enough } = speakOn(ana, 'plan', forMs);
  await captionCount(ana, captions);
  await midWord(ana);
  return { meeting, ana, speaking, enough };
}

/** Resolves when this voice has so many final captions. */
export async function captionCount({ captions }: Voice, count: number): Promise<void> {
  await until(`${count} captions`, CAPTIONED_WITHIN_MS, () => captions.length >= count);
}

/** Sends a signal to the first of the product's processes whose command line contains `part`; returns its id. */
export async function signalFirst(
  parley: Parley,
  part: string,
  signal: NodeJS.Signals,
): Promise<number> {
  const [pid] = await pidsOf(parley, part);
  if (pid === undefined) throw new Error(`no process of ${part}`);
  process.kill(pid, signal);
  return pid;
}

/** The product's processes whose command line contains `part`. */
export async function pidsOf(parley: Pick<Parley, 'pid'>, part: string): Promise<number[]> {
  const all = await descendants(parley.pid);
  const lines = await Promise.all(
    all.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return all.filter((_, i) => lines[i]?.includes(part));
}

function clientOf(parley: Parley): ParleyClient {
  return createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
}
