import { isKeyUsable } from '../../core/api-key/verify-api-key.ts';
import type { Actor } from '../../core/context.ts';
import { Problem } from '../../core/problem.ts';
import type { SharedReads } from '../live/held-reads.ts';
import type { ApiCall } from './call.ts';
import type { ServerContext } from '../server-context.ts';

export const REALM = 'Bearer realm="meetings"';

/** The caller, by `Authorization: Bearer <API key>` (RFC 6750). Problems: unauthorized. */
export async function authenticate(
  server: ServerContext,
  authorization: string | undefined,
): Promise<Actor> {
  const [, scheme, key] = /^(\S+) *(.*)$/.exec(authorization?.trim() ?? '') ?? [];
  if (scheme?.toLowerCase() !== 'bearer')
    throw new Problem('unauthorized', { headers: { 'www-authenticate': REALM } });
  const actor = await server.apiKeys.verify(key ?? '');
  if (actor === null) throw invalidKey();
  return actor;
}

/**
 * For a call that was held: its key may be revoked by now. Those who were woken together and have the same key share
 * one look-up. Problems: unauthorized.
 */
export async function authenticateAgain(
  { core }: Pick<ServerContext, 'core'>,
  { keyId }: ApiCall['actor'],
  shared: SharedReads | null,
): Promise<void> {
  const name = `key ${keyId}`;
  const looked = shared?.get(name) ?? isKeyUsable(core, keyId);
  shared?.set(name, looked);
  if (!(await looked)) throw invalidKey();
}

const invalidKey = (): Problem =>
  new Problem('unauthorized', {
    headers: { 'www-authenticate': `${REALM}, error="invalid_token"` },
  });

/** Problems: insufficient_scope. */
export function requireScope(actor: Actor, scope: string): void {
  if (actor.scopes.includes(scope)) return;
  throw new Problem('insufficient_scope', { requiredScope: scope });
}
