import { describe, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import type { RecognizerPort, SpoolRange } from '../../core/ports.ts';
import type { Captions } from './captions.ts';
import { DecodeQueue } from './decode-queue.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';

/** A queue whose recognizer takes for ever, and what it was asked. */
function waiting(
  more: Partial<RecognizerPort> = {},
  onPrepared: (text: string) => void = () => {},
) {
  const asked: (SpoolRange & { signal: AbortSignal | undefined })[] = [];
  const transcribe = (range: SpoolRange, signal?: AbortSignal) => {
    asked.push({ ...range, signal });
    return new Promise<never>(() => {});
  };
  const over = new AbortController();
  const queue = new DecodeQueue({
    ctx: { log: silentLog } as Partial<Ctx> as Ctx,
    recognizer: { transcribe, ...more } as Partial<RecognizerPort> as RecognizerPort,
    meetingRef: 'mtg_1',
    signal: over.signal,
    captions: {} as Captions,
    onPrepared: (_, { text }) => onPrepared(text),
    pathOf: (trackRef) => trackRef,
    spoken: { languageCode: null, terms: ['Kowalczyk'] },
  });
  return { queue, asked, over };
}

const range = (trackRef: string, fromSample: number) => ({
  trackRef,
  participantRef: 'par_1',
  fromSample,
  toSample: fromSample + 16_000,
});

describe('DecodeQueue', () => {
  it('requests several ranges at once, but not all, so that other meetings are not delayed', () => {
    const { queue, asked } = waiting();
    queue.add(Array.from({ length: 20 }, (_, i) => range('a', i * 20_000)));
    expect(asked.map(({ fromSample }) => fromSample)).toEqual(
      Array.from({ length: 8 }, (_, i) => i * 20_000),
    );
  });

  it('sends the names and words of the meeting with each range', () => {
    const { queue, asked } = waiting();
    queue.add([range('a', 0)]);
    expect(asked[0]?.terms).toEqual(['Kowalczyk']);
  });

  it('requests a range once, even if it was requested early because its end seemed likely', () => {
    const { queue, asked } = waiting();
    queue.prepare(range('a', 0));
    queue.prepare(range('a', 0));
    queue.add([range('a', 0)]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.signal?.aborted).toBe(false);
  });

  it('reports the words of a likely utterance as soon as it has them', async () => {
    const told: string[] = [];
    const transcribe = async () => ({ text: ' We met. ', languageCode: null });
    const { queue } = waiting({ transcribe }, (text) => void told.push(text));
    queue.prepare(range('a', 0));
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual(['We met.']);
  });

  it('drops a likely utterance when its speaker continues', () => {
    const { queue, asked } = waiting();
    queue.prepare(range('a', 0));
    queue.withdraw('a');
    expect(asked[0]?.signal?.aborted).toBe(true);
    queue.add([{ ...range('a', 0), toSample: 40_000 }]);
    expect(asked).toHaveLength(2);
  });

  it('requests nothing early where ranges cost money, or while enough others wait', () => {
    const metered = waiting({ isMetered: true });
    metered.queue.prepare(range('a', 0));
    expect(metered.asked).toEqual([]);
    const busy = waiting();
    busy.queue.add(Array.from({ length: 8 }, (_, i) => range('a', i * 20_000)));
    busy.queue.prepare(range('b', 0));
    expect(busy.asked.some(({ path }) => path === 'b')).toBe(false);
  });

  it('withdraws what still waits when the transcript no longer needs it', () => {
    const { queue, asked, over } = waiting();
    queue.add([range('a', 0), range('a', 20_000)]);
    over.abort(new Error('The deadline passed'));
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
  });

  it('tells those who wait for the last words when the recognizer is gone, also when they ask later', async () => {
    const stopped = new Error('The recognizer stopped');
    const { queue } = waiting({ transcribe: () => Promise.reject(stopped) });
    queue.add([range('a', 0), range('a', 20_000)]);
    await expect(queue.idle()).rejects.toBe(stopped);
    await expect(queue.idle()).rejects.toBe(stopped);
  });
});
