import { expect, test } from 'vitest';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { takeBaseBackup } from './base-backup.ts';

test('a second backup at the same time is refused, and told what to do; the first one is finished', async () => {
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
