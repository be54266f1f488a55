import { afterEach, expect, test, vi } from 'vitest';
import { sleepUnlessOnline } from './sleep.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a wait ends when the network is back, and removes its listener', async () => {
  vi.useFakeTimers();
  const network = new EventTarget();
  let heard = 0;
  vi.stubGlobal('addEventListener', (type: string, listener: () => void, options: object) => {
    const counted = () => {
      heard += 1;
      listener();
    };
    network.addEventListener(type, counted, options);
  });
  const waited = sleepUnlessOnline(1000);
  await vi.advanceTimersByTimeAsync(1000);
  await waited;
  network.dispatchEvent(new Event('online'));
  expect(heard).toBe(0);
  const cutShort = sleepUnlessOnline(1000);
  network.dispatchEvent(new Event('online'));
  await cutShort;
  expect([heard, vi.getTimerCount()]).toEqual([1, 0]);
});
