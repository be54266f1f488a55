/** What an API key may be allowed to do. No hierarchy, no wildcard. */
export const SCOPES = [
  'meetings:write',
  'meetings:read',
  'guest-links:write',
  'guest-links:read',
  'transcripts:read',
  'transcripts:write',
  'summaries:read',
  'summaries:write',
  'webhooks:write',
  'webhooks:read',
  'events:read',
] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name);
}
