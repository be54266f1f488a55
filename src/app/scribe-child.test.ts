import { expect, test } from 'vitest';
import { silentLog } from '../../dev/world/clock-and-log.ts';
import type { LogFields } from '../core/ports.ts';
import type { ScribeOptions } from '../scribe/session/scribe-options.ts';
import { startScribe } from './scribe-child.ts';

test('a scribe that the system cannot start does not end the service, and is tried again', async () => {
  const node = process.execPath;
  process.execPath = '/nowhere/node';
  const told: LogFields[] = [];
  const scribe = startScribe(
    { spool: { root: '/nowhere', copies: null } } as ScribeOptions,
    { ...silentLog, warn: (_, fields = {}) => void told.push(fields) },
    () => {},
  );
  try {
    await expect.poll(() => told.map(({ attempt }) => attempt), { timeout: 3_000 }).toEqual([1, 2]);
    expect(scribe.health()).toMatchObject({ status: 'unavailable' });
  } finally {
    process.execPath = node;
    await scribe.stop();
  }
});
