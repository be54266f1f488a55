// Calls a running service by the types that openapi-typescript makes.
import createClient from 'openapi-fetch';
import type { paths } from './types.ts';

const { PARLEY_URL = '', PARLEY_API_KEY = '' } = process.env;
const client = createClient<paths>({
  baseUrl: PARLEY_URL,
  headers: { authorization: `Bearer ${PARLEY_API_KEY}` },
});
const header = { 'Idempotency-Key': crypto.randomUUID() };
const made = await client.POST('/v1/meetings', {
  params: { header },
  body: { title: 'Generated' },
});
if (!made.data) throw new Error(made.error.detail);
const path = { meetingRef: made.data.meetingRef };
const read = await client.GET('/v1/meetings/{meetingRef}', { params: { path } });
if (read.data?.title !== 'Generated') throw new Error('another title');
