import { describe, expect, it, vi } from 'vitest';
import { AudioReceiver, type OpusDecoder, SoundPace } from './audio-receiver.ts';

const MS = 16;
const FRAME = 20 * MS;

/** A packet of n holds 20 ms of samples of the height 1000 n; one of 0 is faint. */
function fakeDecoder(decoded: (number | undefined)[], free: () => void): OpusDecoder {
  return {
    decode: (packet, options) => {
      decoded.push(packet?.[0]);
      return new Int16Array(FRAME).fill(
        packet === null ? -1 : (packet[0] ?? 0) * 1_000 + (options?.decodeFec ? 500 : 1),
      );
    },
    free,
  };
}

/** Draws what the sink was given: each sound by its height, each silence by its milliseconds. */
function scene() {
  const heard: (number | string)[] = [];
  const decoded: (number | undefined)[] = [];
  let samples = 0;
  const freed = vi.fn();
  const sink = {
    write: (sound: Int16Array) => {
      heard.push(sound[0] ?? 0);
      samples += sound.length;
    },
    writeSilence: (silent: number) => {
      const last = heard.at(-1);
      const before =
        typeof last === 'string' && last.endsWith(' ms')
          ? Number.parseFloat(String(heard.pop()))
          : 0;
      heard.push(`${before + silent / MS} ms`);
      samples += silent;
    },
    noteLost: (lost: number) => void heard.push(`lost ${lost / MS}`),
    end: () => void heard.push('end'),
  };
  const hearing = new AudioReceiver(sink, fakeDecoder(decoded, freed), 0, new SoundPace());
  return {
    heard,
    decoded,
    freed,
    heardMs: () => samples / MS,
    /** Packet `n` of speech, `sentMs` by the sender's clock. */
    speak: (sequence: number, sentMs: number, atMs: number, height = 1) =>
      hearing.packet(
        sequence,
        [{ timestamp: (sentMs * 48) >>> 0, data: Uint8Array.of(height, 0, 0) }],
        atMs,
      ),
    pause: (sequence: number, sentMs: number, atMs: number) =>
      hearing.packet(sequence, [{ timestamp: (sentMs * 48) >>> 0, data: Uint8Array.of(0) }], atMs),
    tick: (fromMs: number, toMs: number) => {
      for (let at = fromMs; at <= toMs; at += 100) hearing.tick(at);
    },
    lateTick: (atMs: number) => hearing.tick(atMs, true),
    end: (atMs: number) => hearing.end(atMs),
  };
}

describe('AudioReceiver', () => {
  it('passes on sound as it arrives, after the silence before it', () => {
    const { heard, speak } = scene();
    for (let i = 0; i < 3; i++) speak(i, 5_000 + 20 * i, 120 + 20 * i, i + 1);
    expect(heard).toEqual(['100 ms', 1_001, 2_001, 3_001]);
  });

  it('inserts silence while nothing is sent, and continues where the sender does', () => {
    const { heard, heardMs, speak, pause, tick } = scene();
    speak(0, 0, 20);
    pause(1, 20, 40);
    tick(100, 900);
    expect(heardMs()).toBe(820);
    speak(2, 1_000, 1_020, 2);
    tick(1_020, 1_020);
    expect(heard).toEqual([1_001, '980 ms', 2_001]);
  });

  it('treats a lone packet between pauses as silence, and primes the decoder with the last one before speech', () => {
    const { heard, heardMs, decoded, speak, pause, tick } = scene();
    pause(0, 0, 20);
    for (let i = 0; i < 5; i++) {
      speak(2 * i + 1, 400 * i + 400, 400 * i + 420, 2 + i);
      pause(2 * i + 2, 400 * i + 420, 400 * i + 440);
      tick(400 * i + 500, 400 * i + 700);
    }
    expect(heard).toEqual([`${heardMs()} ms`]);
    expect(decoded).toEqual([]);
    for (let i = 0; i < 2; i++) speak(11 + i, 2_200 + 20 * i, 2_220 + 20 * i, 8 + i);
    expect(heard).toEqual(['2200 ms', 8_001, 9_001]);
    expect(decoded).toEqual([6, 8, 9]);
  });

  it('passes on a packet after a pause without delay, whatever follows', () => {
    const { heard, speak, pause, tick } = scene();
    pause(0, 0, 20);
    speak(1, 400, 420, 2);
    tick(420, 420);
    expect(heard.at(-1)).toBe(2_001);
    pause(2, 420, 440);
    speak(3, 800, 820, 3);
    speak(4, 820, 840, 4);
    expect(heard.slice(-2)).toEqual([3_001, 4_001]);
  });

  it('passes on a packet between two pauses when its neighbor was lost', () => {
    const { heard, speak, pause, tick } = scene();
    pause(0, 0, 20);
    speak(1, 400, 420, 2);
    pause(3, 440, 460);
    tick(560, 560);
    expect(heard).toContain(2_001);
  });

  it('inserts a long silence piece by piece, and is never a second behind', () => {
    const { heardMs, tick } = scene();
    for (let at = 100; at < 60_000; at += 100) {
      tick(at, at);
      expect(at - heardMs()).toBeLessThan(1_000);
    }
  });

  it('waits for late packets in mid-word, and inserts nothing between them', () => {
    const { heard, speak, tick } = scene();
    speak(0, 0, 20);
    tick(100, 200);
    for (let i = 1; i < 4; i++) speak(i, 20 * i, 250 + i);
    expect(heard).toEqual([1_001, 1_001, 1_001, 1_001]);
  });

  it('does not treat packets that a busy process has not read yet as silence', () => {
    const { heard, speak, pause, tick, lateTick } = scene();
    speak(0, 0, 20);
    pause(1, 20, 40);
    tick(100, 200);
    lateTick(3_000);
    for (let i = 0; i < 140; i++) speak(2 + i, 200 + 20 * i, 3_000 + i, 2);
    expect(heard).toEqual([1_001, '180 ms', ...Array.from({ length: 140 }, () => 2_001)]);
  });

  it('loses nothing that arrives late, and catches up where it is quiet', () => {
    const { heard, heardMs, speak, tick } = scene();
    speak(0, 0, 20);
    tick(100, 500);
    for (let i = 1; i < 30; i++) speak(i, 20 * i, 600, 2);
    for (let i = 30; i < 60; i++) speak(i, 20 * i, 20 * i + 20, 0);
    expect(heard.filter((one) => one === 2_001)).toHaveLength(29);
    expect(heardMs()).toBe(1_200);
  });

  it('passes on no more sound than time has passed, give or take half a minute, however fast a client sends it', () => {
    const { heardMs, decoded, speak } = scene();
    for (let i = 0; i < 40_000; i++) speak(i, 20 * i, i);
    expect(heardMs()).toBeGreaterThanOrEqual(70_000);
    expect(heardMs()).toBeLessThan(70_100);
    expect(decoded.length).toBeLessThan(70_100 / 20);
  });

  it('loses nothing of someone who never pauses, although their connection stalls for 20 s again and again', () => {
    const { heard, speak, tick } = scene();
    const sent = 20_000;
    for (let i = 0; i < sent; i++) {
      const stallEndsMs = 40_000 * Math.ceil((20 * i) / 40_000);
      const isHeldBack = stallEndsMs - 20 * i < 20_000;
      if (20 * i === stallEndsMs) tick(stallEndsMs - 19_000, stallEndsMs);
      speak(i, 20 * i, (isHeldBack ? stallEndsMs : 20 * i) + 20, 2);
    }
    expect(heard.filter((one) => one === 2_001)).toHaveLength(sent);
  });

  it('conceals a short loss, its end from redundancy in the next packet, and leaves a long one silent', () => {
    const { heard, heardMs, speak, tick } = scene();
    speak(0, 0, 20);
    speak(3, 60, 80, 2);
    speak(4, 80, 100, 3);
    tick(190, 190);
    speak(20, 400, 420, 4);
    tick(530, 530);
    expect(heard).toEqual([1_001, -1, 2_500, 2_001, 3_001, '300 ms', 4_001]);
    expect(heardMs()).toBe(420);
  });

  it('reports a loss of a second or more, when sound arrives again', () => {
    const { heard, speak, pause, tick } = scene();
    speak(0, 0, 20);
    tick(100, 2_900);
    speak(150, 3_000, 3_020, 2);
    tick(3_130, 3_130);
    expect(heard).toEqual([1_001, '2980 ms', 'lost 2980', 2_001]);
    pause(151, 3_020, 3_180);
    tick(3_300, 6_000);
    pause(160, 6_000, 6_020);
    tick(6_130, 6_130);
    expect(heard.filter((one) => String(one).startsWith('lost'))).toEqual(['lost 2980']);
  });

  it('passes on what is buffered when the track ends, nothing afterwards, and frees its decoder once', () => {
    const { heard, freed, speak, tick, end } = scene();
    speak(0, 0, 20);
    speak(2, 40, 60, 2);
    end(70);
    end(80);
    speak(3, 60, 90);
    tick(500, 900);
    expect(heard).toEqual([1_001, 2_500, 2_001, 'end']);
    expect(freed).toHaveBeenCalledOnce();
  });

  it('handles the wraparound of the timestamp', () => {
    const { heard, speak } = scene();
    const wrapMs = 2 ** 32 / 48;
    speak(0, wrapMs - 20, 20);
    speak(1, 0, 40, 2);
    expect(heard).toEqual([1_001, 2_001]);
  });
});
