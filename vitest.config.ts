import { defineConfig } from 'vitest/config';

// Real rooms in real time: run one at a time, since sound that is played while the cores are busy is heard badly.
const REAL_TIME = ['dev/browser/**/*.test.ts', 'dev/chaos/**/*.test.ts', 'src/scribe/attend-meeting.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'service',
          globalSetup: ['dev/world/test-cluster.ts'],
          include: ['{contract,src,clients,dev,setup}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', ...REAL_TIME],
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'browser',
          globalSetup: ['dev/world/test-cluster.ts'],
          include: REAL_TIME,
          // Real sound in real time on a shared machine: one more try, which the report names.
          retry: 1,
          maxWorkers: 1,
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
