import { expect, test } from 'vitest';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { takeBaseBackup } from './base-backup.ts';

test('a second simultaneous backup fails and says to wait; the first one completes', async () => {
  const { url } = await testDatabase();
  const nothing = async (): Promise<void> => {};
  let isKept = false;
  await takeBaseBackup(
    url,
    () => expect(takeBaseBackup(url, nothing, nothing)).rejects.toThrow(/another backup.*wait/),
    async () => void (isKept = true),
  );
  expect(isKept).toBe(true);
});
