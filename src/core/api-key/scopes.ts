/** What an API key may be allowed to do. No hierarchy, no wildcard. */
export const SCOPES = ['meetings:write', 'meetings:read', 'guest-links:write', 'transcripts:read', 'summaries:read'] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name);
}
