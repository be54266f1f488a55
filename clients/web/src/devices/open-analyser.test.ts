import { afterEach, expect, test, vi } from 'vitest';
import { openAnalyser } from './open-analyser.ts';
import { watchForSilence } from './watch-microphone.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser that counts its open audio contexts; `refuses` is what it throws for the sound of any track. */
function browser(refuses: DOMException | null) {
  const open = new Set<object>();
  vi.stubGlobal('MediaStream', class {});
  vi.stubGlobal('AnalyserNode', class {});
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        open.add(this);
      }
      createMediaStreamSource() {
        if (refuses !== null) throw refuses;
        return { connect() {} };
      }
      async close() {
        open.delete(this);
      }
    },
  );
  return open;
}

const microphone = {} as MediaStreamTrack;

test('a microphone that the browser refuses to measure breaks nothing and leaves no audio context open', () => {
  const open = browser(new DOMException('different sample-rate', 'NotSupportedError'));
  expect(openAnalyser(microphone, 512)).toBeNull();
  watchForSilence(microphone, () => {})();
  expect(open.size).toBe(0);
});

test('a browser without Web Audio measures nothing', () => {
  vi.stubGlobal('AudioContext', undefined);
  expect(openAnalyser(microphone, 512)).toBeNull();
});

test('a microphone is measured until its context is closed', async () => {
  const open = browser(null);
  await openAnalyser(microphone, 512)?.context.close();
  expect(open.size).toBe(0);
  expect(openAnalyser(microphone, 512)).not.toBeNull();
  expect(open.size).toBe(1);
});
