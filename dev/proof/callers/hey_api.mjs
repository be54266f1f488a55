// Calls a running service by the client that @hey-api/openapi-ts makes, compiled beside this file.
import assert from 'node:assert/strict';
import { client } from './made/client.gen.js';
import { createMeeting, readMeeting, updateMeeting } from './made/sdk.gen.js';

client.setConfig({ baseUrl: process.env.PARLEY_URL, auth: process.env.PARLEY_API_KEY });
const made = await createMeeting({
  body: { title: 'Generated' },
  headers: { 'Idempotency-Key': crypto.randomUUID() },
});
const path = { meetingRef: made.data.meetingRef };
await updateMeeting({ path, body: { title: 'Changed' } });
assert.equal((await readMeeting({ path })).data.title, 'Changed');
