import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playNotes } from './play-notes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser whose notes end or never do; and whether its audio context is closed. */
function browser(notesEnd: boolean) {
  const context = { currentTime: 0, isClosed: false };
  const close = async () => void (context.isClosed = true);
  const gain = {
    setValueAtTime() {},
    linearRampToValueAtTime() {},
    exponentialRampToValueAtTime() {},
  };
  const addEventListener = (_: string, ended: () => void) => notesEnd && ended();
  const node = { gain, connect: () => node, start() {}, stop() {}, addEventListener };
  const constructed = (made: object) =>
    function construct() {
      return made;
    };
  vi.stubGlobal('AudioContext', constructed(Object.assign(context, { close })));
  vi.stubGlobal('GainNode', constructed(node));
  vi.stubGlobal('OscillatorNode', constructed(node));
  return context;
}

test('notes that end release the audio context at once', async () => {
  const context = browser(true);
  await playNotes([440, 660], null);
  expect(context.isClosed).toBe(true);
});

test('notes that the browser never plays release the audio context after some seconds', async () => {
  const context = browser(false);
  const playing = playNotes([440, 660], null);
  await vi.advanceTimersByTimeAsync(3000);
  expect(context.isClosed).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  await playing;
  expect(context.isClosed).toBe(true);
});
