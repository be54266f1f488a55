import type { AuditedCall } from '../../../src/core/audit/audit-entry.ts';

/** A call as the audit log notes it: by a client's program, with an API key. */
export const auditedCall = (path: string): AuditedCall => ({
  tenant: 'acme',
  keyId: 'k1',
  participantRef: null,
  operation: 'createMeeting',
  path,
  status: 201,
  requestId: 'r1',
});
