import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'service',
          globalSetup: ['dev/world/test-cluster.ts'],
          include: ['{contract,src,clients,dev,setup}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', 'dev/browser/**'],
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // The whole product with real browsers, one test at a time: the machine's two cores carry one meeting well.
        test: {
          name: 'browser',
          include: ['dev/browser/**/*.test.ts'],
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
