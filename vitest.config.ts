import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['dev/world/test-cluster.ts'],
    include: ['{contract,src,clients,dev,setup}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', 'dev/browser/**'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
