import type { ApiKeyCache } from '../../core/api-key/api-key-cache.ts';
import type { EventTail } from '../../core/event/event-tail.ts';
import { tellLiveWords } from '../../core/live-words/live-notices.ts';
import type { LiveWordsTail } from '../../core/live-words/live-words-tail.ts';
import type { Log } from '../../core/ports.ts';
import type { HeldReads } from '../../server/live/held-reads.ts';
import { listen, type NoticeFollower } from '../../store/notify.ts';

type Follower = Pick<NoticeFollower, 'onNotice' | 'onListening'>;

/**
 * Follows what the processes with this database tell each other. Logs a fault of the follower, and the
 * beginning and the end of a time in which notices do not arrive.
 */
export function followNotices(
  databaseUrl: string,
  log: Log,
  follower: Follower,
): ReturnType<typeof listen> {
  const component = 'notices';
  let isListening = true;
  const noteListening = (nowListening: boolean, error?: unknown): void => {
    if (nowListening === isListening) return;
    isListening = nowListening;
    if (isListening) log.info('database notices arrive again', { component });
    else
      log.warn('database notices do not arrive: changes take effect a few seconds late', {
        component,
        error,
      });
  };
  return listen(databaseUrl, {
    onNotice: follower.onNotice,
    onListening: () => {
      noteListening(true);
      follower.onListening?.();
    },
    onRefused: (error) => noteListening(false, error),
    onFault: (error) => log.error('a notice could not be handled', { component, error }),
  });
}

type ApiParts = {
  held: HeldReads;
  apiKeys: ApiKeyCache;
  eventTail: EventTail;
  liveWords: LiveWordsTail;
  rates: { hear(notice: string): void };
};

/** What a process with the role api does with notices. The event tail itself finds what it missed, within a second. */
export function apiFollower({ held, apiKeys, eventTail, liveWords, rates }: ApiParts): Follower {
  return {
    onNotice: (notice) => {
      const { topic, ref } = notice;
      tellLiveWords(liveWords, notice);
      if (topic === 'api_key') apiKeys.forget(ref);
      if (topic === 'meeting' || topic === 'artifact') held.wake(ref);
      if (topic === 'event') eventTail.wake(ref);
      if (topic === 'rates') rates.hear(ref);
    },
    onListening: () => {
      apiKeys.forgetAll();
      liveWords.doubtKeys();
      held.wakeAll();
    },
  };
}
