import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { adoptOrLaunch, endServer } from './postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-recovery-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Says that it is starting until the file `recovered` exists, and then that it is ready. */
const RECOVERING = `#!/bin/sh
cd ${folder}
tell() { printf '%s\\n\\n\\n5432\\n\\n\\n\\n%s\\n' $$ "$1" > postmaster.pid; }
tell starting
until [ -e recovered ]; do sleep 0.1; done
tell ready
while :; do sleep 0.1; done
`;

test('a database that recovers for longer than a start may take is left to finish, and reported', async () => {
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/postgres'), RECOVERING);
  chmodSync(join(folder, 'bin/postgres'), 0o700);
  const warnings: string[] = [];
  const warn = (message: string): void => {
    warnings.push(message);
    writeFileSync(join(folder, 'recovered'), '');
  };
  const { server, adopted } = await adoptOrLaunch({
    account: { kind: 'same', native: folder, clusterParent: folder, prefix: [] },
    folder,
    logFile: join(folder, 'postgres.log'),
    settings: {},
    log: { ...silentLog, warn },
    readyMs: 4_000,
  });
  expect(warnings).toEqual(['the database is still recovering: do not end it']);
  expect(adopted).toBe(false);
  await endServer(server);
});
