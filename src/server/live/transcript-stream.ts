import type { LiveConsent } from '../../../contract/generated/api.ts';
import type { Readable } from 'node:stream';
import type { Actor } from '../../core/context.ts';
import { Problem } from '../../core/problem.ts';
import {
  findSpeaker,
  type InterimWords,
  type LiveItem,
  readLiveWords,
} from '../../core/live-words/read-live-words.ts';
import type { SharedWords } from '../../core/live-words/live-words-tail.ts';
import type { ServerContext } from '../server-context.ts';
import { openStream, type Read, type StreamPace, type StreamSource } from './sse.ts';

const ITEMS_AT_ONCE = 100;
/** Limit on interim results that wait for a slow client; the oldest are dropped, since newer ones replace them. */
const MAX_INTERIM = 50;
const NOTHING_NEW: Read = { text: '', isMore: false, end: null };

type LiveReader = {
  actor: Actor;
  meetingRef: string;
  /** The position of the last item that the client has. */
  position: number;
  withInterim: boolean;
};

/** The words of a meeting as they become final. Problem too_many_streams. */
export function transcriptStream(
  { core, liveWords }: ServerContext,
  { actor, meetingRef, position, withInterim }: LiveReader,
  pace?: StreamPace,
): Readable {
  let sent = position;
  let keyChanges = liveWords.keyChanges;
  let interim: InterimWords[] = [];
  /** Whether there may be more than interim results, which need no read. */
  let isNews = true;
  let shared: SharedWords = new Map();
  let ring = (): void => {};
  const final = new Set<string>();
  const consentFrames = consentWriter();
  const interimFrames = interimWriter((ref) => findSpeaker(core, meetingRef, ref));
  const onInterim = (words: InterimWords): void => {
    const others = interim.filter((one) => one.utteranceRef !== words.utteranceRef);
    interim = [...others, words].slice(-MAX_INTERIM);
    ring();
  };
  const leave = liveWords.follow({
    meetingRef,
    tenant: actor.tenant,
    onNews: (together) => {
      isNews = true;
      shared = together;
      ring();
    },
    onInterim: withInterim ? onInterim : null,
  });
  const readNews = async (): Promise<Read> => {
    isNews = false;
    const words = await readOrEnd(core, shared, { actor, meetingRef, position: sent });
    if (words === null) return { text: '', isMore: false, end: 'content_expired' };
    const { items, consents, isOver } = words;
    sent = items.at(-1)?.position ?? sent;
    for (const item of items) final.add(utteranceRefOf(item));
    const isMore = items.length === ITEMS_AT_ONCE;
    isNews ||= isMore;
    const text = consentFrames(consents) + items.map(frameOf).join('');
    return { text, isMore, end: isOver ? 'meeting_over' : null };
  };
  const source: StreamSource = {
    component: 'live words',
    keyId: actor.keyId,
    firstId: position,
    follow: (onNews) => {
      ring = onNews;
      return leave;
    },
    isReleased: () => liveWords.released,
    isKeyInDoubt: () => {
      const isChanged = keyChanges !== liveWords.keyChanges;
      keyChanges = liveWords.keyChanges;
      return isChanged;
    },
    read: async () => {
      const told = isNews ? await readNews() : NOTHING_NEW;
      const waiting = interim.splice(0).filter((one) => !final.has(one.utteranceRef));
      return { ...told, text: told.text + (await interimFrames(waiting)) };
    },
    slowFrame: 'event: resync\ndata: {}\n\n',
  };
  return openStream(core, source, pace);
}

/**
 * One read for all who were woken together: it begins after what woke them. Null when the transcript was erased, or
 * the whole meeting.
 */
async function readOrEnd(
  core: ServerContext['core'],
  shared: SharedWords,
  request: { actor: Actor; meetingRef: string; position: number },
) {
  const key = `${request.actor.tenant} ${request.position}`;
  const words = shared.get(key) ?? readLiveWords(core, { ...request, limit: ITEMS_AT_ONCE });
  shared.set(key, words);
  try {
    return await words;
  } catch (error) {
    if (error instanceof Problem && error.code === 'content_expired') return null;
    throw error;
  }
}

const utteranceRefOf = (item: LiveItem): string =>
  item.kind === 'segment' ? item.segment.utteranceRef : item.gap.utteranceRef;

function frameOf(item: LiveItem): string {
  const data = item.kind === 'segment' ? item.segment : item.gap;
  return `id: ${item.position}\nevent: ${item.kind}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Writes frames of the answers that are new to this client. */
function consentWriter() {
  const told = new Map<string, string>();
  return (consents: readonly LiveConsent[]): string => {
    let text = '';
    for (const consent of consents) {
      const data = JSON.stringify(consent);
      if (told.get(consent.participantRef) !== data) text += `event: consent\ndata: ${data}\n\n`;
      told.set(consent.participantRef, data);
    }
    return text;
  };
}

type Speaker = Awaited<ReturnType<typeof findSpeaker>>;

/** Writes frames of interim words, with each speaker looked up once. */
function interimWriter(find: (participantRef: string) => Promise<Speaker>) {
  const speakers = new Map<string, Speaker>();
  return async (words: readonly InterimWords[]): Promise<string> => {
    let text = '';
    for (const { utteranceRef, participantRef, text: said } of words) {
      const speaker = speakers.get(participantRef) ?? (await find(participantRef));
      speakers.set(participantRef, speaker);
      const data = { utteranceRef, participantRef, ...speaker, text: said };
      if (speaker) text += `event: interim\ndata: ${JSON.stringify(data)}\n\n`;
    }
    return text;
  };
}
