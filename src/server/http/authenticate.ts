import type { Actor } from '../../core/context.ts';
import { Problem } from '../../core/problem.ts';
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
  if (actor === null)
    throw new Problem('unauthorized', {
      headers: { 'www-authenticate': `${REALM}, error="invalid_token"` },
    });
  return actor;
}

/** Problems: insufficient_scope. */
export function requireScope(actor: Actor, scope: string): void {
  if (actor.scopes.includes(scope)) return;
  throw new Problem('insufficient_scope', { requiredScope: scope });
}
