import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { auditedCall } from '../../../dev/world/service/audited-call.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { openAuditLog } from '../../core/audit/audit-log.ts';
import { UsageError } from '../../../clients/cli/arguments-of.ts';
import { readSettings } from '../config/read-settings.ts';
import { auditCommand } from './audit-command.ts';

const { db, url } = await testDatabase();
const yesterday = () => new Date(Date.now() - 86_400_000);

beforeEach(async () => {
  const log = openAuditLog({ db, clock: { now: yesterday }, log: silentLog });
  for (const [path, tenant, keyId, participantRef] of [
    ['/1', 'acme', 'k1', null],
    ['/2', 'acme', null, 'pt_1'],
    ['/3', 'globex', 'k2', null],
  ] as const)
    await log.note({ ...auditedCall(path), tenant, keyId, participantRef });
});

afterEach(async () => {
  await db.deleteFrom('audit_entry').execute();
});

async function audit(args: string, env: Record<string, string> = {}) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const settings = readSettings({ DATABASE_URL: url, ...env });
    const outcome = await auditCommand(args.split(' '), settings);
    return { outcome, output: write.mock.calls.map(([text]) => String(text)).join('') };
  } finally {
    write.mockRestore();
  }
}

test('`parley audit list` shows the newest calls, or those of one tenant or one key', async () => {
  const paths = async (options: string) => {
    const { output } = await audit(`list --json ${options}`.trim());
    return (JSON.parse(output) as { path: string }[]).map(({ path }) => path);
  };
  expect(await paths('')).toEqual(['/3', '/2', '/1']);
  expect(await paths('--limit 2')).toEqual(['/3', '/2']);
  expect(await paths('--tenant acme')).toEqual(['/2', '/1']);
  expect(await paths('--key k1')).toEqual(['/1']);
  const [, newest, hosts] = (await audit('list')).output.split('\n');
  expect(newest).toMatch(/^\S+Z +globex +k2 +createMeeting +201 +\/3$/);
  expect(hosts).toMatch(/^\S+Z +acme +pt_1 +createMeeting +201 +\/2$/);
});

test('`parley audit verify` fails when an entry was changed or removed, and says which', async () => {
  expect(await audit('verify')).toMatchObject({
    outcome: true,
    output: expect.stringMatching(/^3 entries, 0 faults, newest \S+\n$/),
  });
  const changed = db.updateTable('audit_entry').set({ path: '/other' });
  await changed.where('path', '=', '/3').execute();
  await db.deleteFrom('audit_entry').where('path', '=', '/1').execute();
  expect(await audit('verify')).toMatchObject({
    outcome: false,
    output: expect.stringMatching(/^✗ .*entry 2.*\n✗ .*entry 3.*\n2 entries, 2 faults, newest /),
  });
  const { outcome, output } = await audit('verify --json');
  expect([outcome, JSON.parse(output)]).toMatchObject([false, { entries: 2 }]);
});

test('`parley audit verify` accepts missing entries only if they are older than PARLEY_KEEP_AUDIT_DAYS', async () => {
  await db.deleteFrom('audit_entry').where('path', '=', '/1').execute();
  const verified = async (days: string) =>
    (await audit('verify', { PARLEY_KEEP_AUDIT_DAYS: days })).outcome;
  // Every entry is one day old, and clocks may differ.
  expect([await verified('1'), await verified('2'), await verified('0')]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each(['0', '-1', '1.5', '10001', 'all'])(
  '`parley audit list --limit %s` is a usage error that states the valid range',
  async (limit) => {
    const wrong = audit(`list --limit=${limit}`);
    await expect(wrong).rejects.toThrow(UsageError);
    await expect(wrong).rejects.toThrow(/^--limit must be a whole number from 1 to 10000\.\n/);
  },
);
