import { table } from '../../../clients/cli/table.ts';
import { UsageError } from '../../../clients/cli/arguments-of.ts';
import { verifyAuditLog } from '../../core/audit/verify-audit-log.ts';
import { listAuditEntries } from '../../store/audit.ts';
import type { AuditEntryTable, Db } from '../../store/schema.ts';
import type { Settings } from '../config/read-settings.ts';
import { readArguments, usageOf } from './operator-pages.ts';
import { print } from './print.ts';
import { withStore } from './with-store.ts';
import { DAY_MS } from '../../core/timing.ts';

const MAX_LIMIT = 10_000;
/** Between the clocks of this machine and of a worker's. */
const MAX_CLOCK_DIFFERENCE_MS = 300_000;

/** `parley audit list|verify`. False when the log was tampered with. @throws UsageError */
export async function auditCommand(
  [verb, ...args]: string[],
  settings: Settings,
): Promise<boolean | void> {
  if (verb === 'list') {
    const { json, ...wish } = readWish(args);
    return withStore(settings, async ({ db }) => list(db, wish, json));
  }
  if (verb !== 'verify') throw new UsageError(usageOf('audit'));
  const json = readArguments('audit verify', args).flag('json');
  return withStore(settings, async ({ db }) => {
    const report = await verifyAuditLog(db, keptSince(settings));
    if (json) print(JSON.stringify(report));
    else {
      for (const fault of report.faults) print(`✗ ${fault}`);
      print(
        `${report.entries} entries, ${report.faults.length} faults, newest ${report.newest ?? 'none'}`,
      );
    }
    return report.faults.length === 0;
  });
}

/** Since when no entry can have been deleted for its age under the current settings. */
function keptSince({ keep }: Settings): Date | null {
  if (keep.auditDays === 0) return null;
  return new Date(Date.now() - keep.auditDays * DAY_MS + MAX_CLOCK_DIFFERENCE_MS);
}

type Wish = { tenant?: string; keyId?: string; limit: number };

async function list(db: Db, wish: Wish, asJson: boolean): Promise<void> {
  const entries = await listAuditEntries(db, wish);
  if (asJson) return print(JSON.stringify(entries.map(shown)));
  const rows = entries.map((entry) => {
    const { at, tenant, keyId, participantRef, operation, status, path } = shown(entry);
    return [at, tenant, keyId ?? participantRef ?? '', operation, String(status), path];
  });
  if (rows.length > 0) print(table(['AT', 'TENANT', 'BY', 'OPERATION', 'STATUS', 'PATH'], rows));
}

const shown = (entry: AuditEntryTable) => ({
  at: entry.at.toISOString(),
  tenant: entry.tenant,
  keyId: entry.key_id,
  participantRef: entry.participant_ref,
  operation: entry.operation,
  path: entry.path,
  status: entry.status,
  requestId: entry.request_id,
});

function readWish(args: string[]): Wish & { json: boolean } {
  const given = readArguments('audit list', args);
  const [tenant, key] = [given.text('tenant'), given.text('key')];
  const count = Number(given.text('limit') ?? '100');
  if (!Number.isInteger(count) || count <= 0 || count > MAX_LIMIT)
    throw new UsageError(
      `--limit must be a whole number from 1 to ${MAX_LIMIT}.\n${usageOf('audit')}`,
    );
  return {
    ...(tenant !== undefined && { tenant }),
    ...(key !== undefined && { keyId: key }),
    limit: count,
    json: given.flag('json'),
  };
}
