import type { Ctx } from '../context.ts';
import type { InterimWords } from './read-live-words.ts';
import { type Notice, notify } from '../../store/notify.ts';
import { LiveWordsTail } from './live-words-tail.ts';

/** The tail of this process, which requests interim results from scribes by notices. */
export function openLiveWords({ db, log }: Pick<Ctx, 'db' | 'log'>): LiveWordsTail {
  return new LiveWordsTail((meetingRef) => {
    notify(db, { topic: 'interim_wanted', ref: meetingRef }).catch((error: unknown) =>
      log.debug('interim results could not be requested', {
        component: 'live words',
        meetingRef,
        error,
      }),
    );
  });
}

/** Passes a notice on to those who follow live words. */
export function tellLiveWords(liveWords: LiveWordsTail, { topic, ref }: Notice): void {
  if (topic === 'live' || topic === 'artifact' || topic === 'meeting') liveWords.wake(ref);
  if (topic === 'api_key') liveWords.doubtKeys();
  const interim = topic === 'interim' ? readInterim(ref) : null;
  if (interim) liveWords.interim(interim);
}

/** Null for what a stranger or another version may have written. */
function readInterim(notice: string): InterimWords | null {
  try {
    const words = JSON.parse(notice) as InterimWords;
    const members = [words.meetingRef, words.utteranceRef, words.participantRef, words.text];
    return members.every((member) => typeof member === 'string') ? words : null;
  } catch {
    return null;
  }
}

/** PostgreSQL takes notices of less than 8,000 bytes. */
const MAX_BYTES = 7_000;

/** Sends interim results to the other processes, without waiting. */
export function tellInterimWords({ db, log }: Pick<Ctx, 'db' | 'log'>, words: InterimWords): void {
  const ref = JSON.stringify(words);
  if (Buffer.byteLength(ref) > MAX_BYTES) return;
  notify(db, { topic: 'interim', ref }).catch((error: unknown) =>
    log.debug('interim result could not be sent', { component: 'scribe', error }),
  );
}
