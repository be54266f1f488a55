import { expect, test, vi } from 'vitest';
import { secretOf } from '../../../dev/world/service/hosted-meeting.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { spokenMeeting } from '../../../dev/world/service/live-meeting.ts';
import { MediaUnavailable } from '../../core/ports.ts';
import { listAuditEntries } from '../../store/audit.ts';
import { noteHostAction } from './note-in-audit-log.ts';

const world = await serverWorld();

/** The audit log's entries of a key, oldest first. */
async function notedOf(key: string) {
  const entries = await listAuditEntries(world.ctx.db, {
    keyId: key.split('_')[2] ?? '',
    limit: 50,
  });
  return entries
    .toReversed()
    .map(({ operation, status, path }) => `${operation} ${status} ${path}`);
}

test('changes by a key are recorded; reads and refused calls are not', async () => {
  const key = await world.key();
  const call = (method: string, path: string, body?: object) =>
    world.call(method, path, { key, ...(body && { body }) });
  const { json } = await call('POST', '/v1/meetings', { title: 'Secret title' });
  const path = `/v1/meetings/${json['meetingRef']}`;
  await call('GET', path);
  await call('GET', `${path}/transcript`);
  await call('POST', '/v1/meetings', { title: '' });
  const link = await call('POST', `${path}/guest-links`);
  await call('DELETE', `${path}/guest-links/${link.json['guestLinkRef']}`);
  expect(await notedOf(key)).toEqual([
    `createMeeting 201 ${path}`,
    `createGuestLink 201 ${path}/guest-links/${link.json['guestLinkRef']}`,
    `revokeGuestLink 204 ${path}/guest-links/${link.json['guestLinkRef']}`,
  ]);
  const everything = JSON.stringify(await listAuditEntries(world.ctx.db, { limit: 50 }));
  expect(everything).not.toContain('Secret title');
  expect(everything).not.toContain('#k=');
});

test('what was said is recorded as read in every form, and not when nothing is sent', async () => {
  const { key, meetingRef } = await spokenMeeting(world);
  const path = `/v1/meetings/${meetingRef}`;
  const read = (below: string, headers = {}) =>
    world.call('GET', `${path}${below}`, { key, headers });
  const { headers } = await read('/transcript', { accept: 'text/vtt' });
  const etag = headers.get('etag') ?? '';
  expect((await read('/transcript', { accept: 'text/vtt', 'if-none-match': etag })).status).toBe(
    304,
  );
  await read('/summary');
  await read('/transcript/live');
  await read('/export');
  expect((await notedOf(key)).slice(1)).toEqual([
    `readTranscript 200 ${path}/transcript`,
    `readSummary 200 ${path}/summary`,
    `streamTranscript 200 ${path}/transcript/live`,
    `exportMeeting 200 ${path}/export`,
  ]);
});

test('a change is recorded even if the media server could not be informed', async () => {
  const key = await world.key();
  const { json } = await world.call('POST', '/v1/meetings', { key, body: { title: 'Locked' } });
  const { meetingRef } = json;
  const client = await world.call('POST', `/v1/meetings/${meetingRef}/media-tokens`, {
    key,
    body: { displayName: 'Agent' },
    idempotencyKey: 'agent',
  });
  const path = `/v1/meetings/${meetingRef}/participants/${client.json['participantRef']}`;
  const mute = { key, body: { source: 'microphone', lock: true } };
  const { mute: muteInRoom } = world.ctx.media;
  world.ctx.media.mute = () => Promise.reject(new MediaUnavailable('away'));
  expect((await world.call('POST', `${path}/mute`, mute)).status).toBe(503);
  world.ctx.media.mute = muteInRoom;
  expect((await world.call('POST', `${path}x/mute`, mute)).status).toBe(404);
  expect((await notedOf(key)).slice(2)).toEqual([`muteParticipant 503 ${path}/mute`]);
});

/** A meeting with its host and a guest in the page. */
async function hosted() {
  const { json } = await world.call('POST', '/v1/meetings', {
    body: { title: 'Hosted', guestLinks: [{}, { role: 'host' }] },
  });
  const links = (json['guestLinks'] as Parameters<typeof secretOf>[0][]).map(secretOf);
  const join = async (place: number, displayName: string) => {
    const { guestLinkRef = '', secret } = links[place] ?? {};
    const { json: given } = await world.call('POST', `/guest/links/${guestLinkRef}/join`, {
      key: null,
      body: { secret, displayName },
    });
    const { participantSecret } = given;
    const ref = String(given['participantRef']);
    const call = (verb: string, body: object = {}) =>
      world.call('POST', `/guest/participants/${ref}/${verb}`, {
        key: null,
        body: { participantSecret, ...body },
      });
    await call('connected');
    return { ref, call };
  };
  const [host, guest] = [await join(1, 'Hanna Secret'), await join(0, 'Gil Secret')];
  const noted = async () => {
    const entries = await listAuditEntries(world.ctx.db, { limit: 50 });
    return entries
      .toReversed()
      .filter(({ participant_ref: by }) => by === host.ref || by === guest.ref)
      .map(({ key_id: key, participant_ref: by, tenant, operation, status, path }) => ({
        by: by === host.ref && key === null && tenant === 'acme' ? 'host' : 'nobody',
        what: `${operation} ${status} ${path}`,
      }));
  };
  return { path: `/v1/meetings/${String(json['meetingRef'])}`, host, guest, noted };
}

test('what a host does in the page is recorded like an API call, with the participant and without a name', async () => {
  const { path, host, guest, noted } = await hosted();
  const { ref: participantRef } = guest;
  await host.call('moderate', { operation: 'muteParticipant', participantRef });
  await host.call('moderate', { operation: 'lockMeeting' });
  await host.call('moderate', { operation: 'removeParticipant', participantRef });
  await host.call('moderate', { operation: 'endMeeting' });
  expect(await noted()).toEqual([
    { by: 'host', what: `muteParticipant 200 ${path}/participants/${participantRef}/mute` },
    { by: 'host', what: `lockMeeting 200 ${path}/lock` },
    { by: 'host', what: `removeParticipant 200 ${path}/participants/${participantRef}/remove` },
    { by: 'host', what: `endMeeting 200 ${path}/end` },
  ]);
  const everything = JSON.stringify(await listAuditEntries(world.ctx.db, { limit: 50 }));
  expect(everything).not.toContain('Secret');
});

test("a host's refused call is not recorded, one that failed on the server is", async () => {
  const { path, host, guest, noted } = await hosted();
  expect((await guest.call('moderate', { operation: 'lockMeeting' })).status).toBe(409);
  const about = { participantRef: guest.ref };
  const { mute: muteInRoom } = world.ctx.media;
  world.ctx.media.mute = () => Promise.reject(new MediaUnavailable('away'));
  const muted = await host.call('moderate', { operation: 'muteParticipant', ...about });
  world.ctx.media.mute = muteInRoom;
  expect(muted.status).toBe(503);
  expect(await noted()).toEqual([
    { by: 'host', what: `muteParticipant 503 ${path}/participants/${guest.ref}/mute` },
  ]);
});

test('a reference that no database can store is refused, and loses no other entry', async () => {
  const { path, host, noted } = await hosted();
  const about = (participantRef: string) =>
    host.call('moderate', { operation: 'lowerHand', participantRef });
  const replies = [host.call('moderate', { operation: 'lockMeeting' })];
  for (const text of ['\0', '\ud800']) replies.push(about(text));
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 422, 422]);
  expect(await noted()).toEqual([{ by: 'host', what: `lockMeeting 200 ${path}/lock` }]);
});

test('a reference that is no reference is recorded without characters that command a terminal', async () => {
  const note = vi.fn(async () => {});
  const action = { operation: 'muteParticipant', participantRef: '\u001b[2J/x' } as const;
  const by = { participantRef: 'pt_host', requestId: 'r' };
  const acted = { tenant: 'acme', meetingRef: 'mtg_a' };
  const failure = { error: new MediaUnavailable('away') };
  await noteHostAction({ audit: { note } }, action, by)(acted, failure);
  const path = '/v1/meetings/mtg_a/participants/%1B%5B2J%2Fx/mute';
  expect(note).toHaveBeenCalledWith(expect.objectContaining({ path }));
});
