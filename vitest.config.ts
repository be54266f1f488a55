import { defineConfig } from 'vitest/config';

// Real rooms in real time: run one at a time, since sound that is played while the cores are busy is heard badly.
const REAL_TIME = [
  'dev/browser/**/*.test.ts',
  'dev/chaos/**/*.test.ts',
  'src/scribe/session/attend-meeting.test.ts',
  'src/engines/listener/room-listener.test.ts',
];

/** What `expect.poll` waits for may be late on a busy machine; the usual 1 s is soon over. */
const PATIENCE = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'service',
          globalSetup: ['dev/world/service/test-cluster.ts'],
          include: ['{contract,src,clients,dev,setup}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', ...REAL_TIME],
          maxWorkers: 2,
          expect: PATIENCE,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'browser',
          globalSetup: ['dev/world/service/test-cluster.ts'],
          include: REAL_TIME,
          // Real sound in real time on a shared machine: one more try, which the report names.
          retry: 1,
          maxWorkers: 1,
          fileParallelism: false,
          expect: PATIENCE,
          testTimeout: 240_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
