import { expect, test } from 'vitest';
import { serverWorld } from '../../../dev/world/service/server-world.ts';

test.each([
  ['lives longer than ten minutes', { expiresInSeconds: 601 }, '#/expiresInSeconds'],
  ['is hidden', { hidden: true }, '#/hidden'],
  ['sends what does not exist', { canPublish: ['hologram'] }, '#/canPublish/0'],
])('a media token that %s is refused, and the answer says where', async (_, body, pointer) => {
  const { call, key } = await serverWorld();
  const made = await call('POST', '/v1/meetings', {
    key: await key(),
    headers: { 'idempotency-key': 'a-meeting' },
    body: { title: 'Harbour museum' },
  });
  const reply = await call('POST', `/v1/meetings/${made.json['meetingRef']}/media-tokens`, {
    key: await key(),
    headers: { 'idempotency-key': 'a-client' },
    body: { displayName: 'Agent', ...body },
  });
  expect([reply.status, reply.json['code']]).toEqual([422, 'validation_error']);
  expect(reply.json['errors']).toMatchObject([{ pointer }]);
});
