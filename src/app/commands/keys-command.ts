import { createApiKey, type NewApiKey } from '../../core/api-key/create-api-key.ts';
import { listApiKeys } from '../../core/api-key/list-api-keys.ts';
import { revokeApiKey } from '../../core/api-key/revoke-api-key.ts';
import { SCOPES, type Scope } from '../../../contract/generated/lists.ts';
import type { Settings } from '../config/read-settings.ts';
import { readArguments, usageOf } from './operator-pages.ts';
import { print } from './print.ts';
import { type Store, withStore } from './with-store.ts';
import { table } from '../../../clients/cli/table.ts';
import { UsageError } from '../../../clients/cli/arguments-of.ts';

/** `parley keys ...`, beside a running server or on the data folder of a stopped one. Throws UsageError. */
export async function keysCommand(args: string[], settings: Settings): Promise<void> {
  const [verb = '', ...rest] = args;
  switch (verb) {
    case 'create': {
      const { json, ...wish } = readWish(rest);
      return withStore(settings, async (store) => {
        const made = await createApiKey(store, wish);
        print(json ? JSON.stringify(made) : made.key);
      });
    }
    case 'list': {
      const given = readArguments('keys list', rest);
      return withStore(settings, (store) => list(store, given.flag('json')));
    }
    case 'revoke': {
      const given = readArguments('keys revoke', rest);
      const [keyId = ''] = given.positionals;
      return withStore(settings, (store) => revoke(store, keyId, given.flag('json')));
    }
    default:
      throw new UsageError(`Use one of:\n${usageOf('keys')}`);
  }
}

type Wish = NewApiKey & { json: boolean };

function isScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name);
}

function readWish(args: string[]): Wish {
  const given = readArguments('keys create', args);
  const name = given.text('name');
  if (!name) throw new UsageError('Give the key a name that says who holds it: --name NAME.');
  const names = (given.text('scopes') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const scopes = names.filter(isScope);
  if (scopes.length === 0 || scopes.length < names.length)
    throw new UsageError(
      `Give --scopes one or more of: ${SCOPES.join(', ')} (separated by commas).`,
    );
  return {
    name,
    tenant: given.text('tenant') ?? 'default',
    mode: given.flag('live') ? 'live' : 'test',
    scopes,
    expiresAt: readExpiry(given.text('expires-in')),
    json: given.flag('json'),
  };
}

const UNIT_SECONDS: Record<string, number> = { m: 60, h: 3_600, d: 86_400 };

function readExpiry(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const [, count, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  if (!count || !unit)
    throw new UsageError(
      'Give --expires-in as a number with m (minutes), h (hours) or d (days), such as 90d.',
    );
  return new Date(Date.now() + Number(count) * (UNIT_SECONDS[unit] ?? 0) * 1000);
}

async function list(store: Store, asJson: boolean): Promise<void> {
  const keys = await listApiKeys(store);
  if (asJson) return print(JSON.stringify(keys));
  const state = (key: (typeof keys)[number]) =>
    key.revokedAt ? 'revoked' : key.expiresAt && key.expiresAt <= new Date() ? 'expired' : 'active';
  const rows = keys.map((key) => [
    key.keyId,
    state(key),
    key.expiresAt?.toISOString() ?? 'never',
    key.mode,
    key.tenant,
    key.name,
    key.scopes.join(','),
  ]);
  const heads = ['KEY', 'STATE', 'EXPIRES', 'MODE', 'TENANT', 'NAME', 'SCOPES'];
  if (rows.length > 0) print(table(heads, rows));
}

async function revoke(store: Store, keyId: string, asJson: boolean): Promise<void> {
  if (!(await revokeApiKey(store, keyId)))
    throw new Error('there is no key with that id; `parley keys list` shows the ids');
  print(asJson ? JSON.stringify({ keyId, revoked: true }) : `revoked ${keyId}`);
}
