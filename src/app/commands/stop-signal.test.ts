import { expect, test } from 'vitest';
import { stopSignal } from './stop-signal.ts';

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a command clears away at %s, the last of which comes when a connection to the machine ends',
  (name) => {
    const before = process.listeners(name);
    const signal = stopSignal();
    const [added, ...more] = process.listeners(name).filter((one) => !before.includes(one));
    added?.(name, 0);
    expect([signal.aborted, String(signal.reason), more]).toEqual([true, 'Error: interrupted', []]);
    for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const last = process.listeners(each).at(-1);
      if (last) process.removeListener(each, last);
    }
  },
);
