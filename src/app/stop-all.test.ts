import { expect, test } from 'vitest';
import { silentLog } from '../../dev/world/clock-and-log.ts';
import { stopAll } from './stop-all.ts';

test('the servers below are ended even when a part above them fails to stop', async () => {
  const ended: string[] = [];
  const logged: string[] = [];
  const log = { ...silentLog, error: (message: string) => void logged.push(message) };
  const stops = [
    () => void ended.push('database'),
    () => Promise.reject(new Error('no answer')),
    () => void ended.push('http'),
  ];
  await expect(stopAll(stops, log)).rejects.toThrow('no answer');
  expect(ended).toEqual(['http', 'database']);
  expect(logged).toHaveLength(1);
});
