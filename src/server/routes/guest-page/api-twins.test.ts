// What people do in the page against what programs do by the API: the same state, events and calls to the media server.
import { describe, expect, test } from 'vitest';
import type { ModerateRequest } from '../../../../contract/generated/guest-api.ts';
import { manualClock } from '../../../../dev/world/clock-and-log.ts';
import { scriptedMedia } from '../../../../dev/world/media/scripted-media.ts';
import { secretOf } from '../../../../dev/world/service/hosted-meeting.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';
import type { DisconnectReason } from '../../../core/ports.ts';
import { noteMediaEvent } from '../../../core/presence/note-media-event.ts';
import { contractDocument, operationsOf } from '../../binding/contract-document.ts';

const media = scriptedMedia(manualClock());
const mediaCalls: unknown[][] = [];
for (const name of ['mute', 'updateParticipant', 'removeParticipant', 'closeRoom'] as const) {
  const real: (...args: never[]) => Promise<void> = media[name];
  Object.assign(media, {
    [name]: (...args: never[]) => {
      mediaCalls.push([name, ...args]);
      return real(...args);
    },
  });
}
const world = await serverWorld({ ctx: { media } });
const operations = operationsOf(contractDocument('openapi'));

type Operation = ModerateRequest['operation'];
type Who = 'host' | 'guest' | 'waiting';
type Step = {
  operation: Operation;
  about?: Who;
  with?: Pick<ModerateRequest, 'source' | 'lock'>;
};
type Scene = Awaited<ReturnType<typeof scene>>;

/** A host and a guest inside, somebody who waits, and both ways to act on them. */
async function scene() {
  const options = { admission: 'ask', transcription: 'consent' };
  const { json } = await world.call('POST', '/v1/meetings', {
    body: { title: 'Design review', options, guestLinks: [{}, { role: 'host' }] },
  });
  const meetingRef = String(json['meetingRef']);
  const links = (json['guestLinks'] as Parameters<typeof secretOf>[0][]).map(secretOf);
  const names = new Map([[meetingRef, 'meeting']]);
  const join = async (place: number, who: Who) => {
    const { guestLinkRef = '', secret } = links[place] ?? {};
    names.set(guestLinkRef, `link ${place}`);
    const { json: given } = await world.call('POST', `/guest/links/${guestLinkRef}/join`, {
      key: null,
      body: { secret, displayName: who, consent: 'given' },
    });
    const { participantSecret } = given;
    const ref = String(given['participantRef']);
    names.set(ref, who);
    const call = (verb: string, body: object = {}) =>
      world.call('POST', `/guest/participants/${ref}/${verb}`, {
        key: null,
        body: { participantSecret, ...body },
      });
    return { ref, call };
  };
  const host = await join(1, 'host');
  await host.call('connected');
  const people = { host, guest: await join(0, 'guest'), waiting: await join(0, 'waiting') };
  const { guest } = people;
  await host.call('moderate', { operation: 'admitParticipant', participantRef: guest.ref });
  await guest.call('renew');
  await guest.call('connected');
  for (const { ref } of [host, guest]) media.connect(meetingRef, ref);
  return { meetingRef, people, read: () => readAll(meetingRef, names) };
}

/** Everything that the API and the media server know of the meeting, with names in place of references. */
async function readAll(meetingRef: string, names: Map<string, string>): Promise<unknown> {
  const path = `/v1/meetings/${meetingRef}`;
  const participants = await world.call('GET', `${path}/participants`);
  const { db } = world.ctx;
  const told = db.selectFrom('event').where('meeting_ref', '=', meetingRef).orderBy('position');
  const tasks = db
    .selectFrom('task')
    .where('ref', 'in', [...names.keys()])
    .orderBy('kind')
    .orderBy('due_at');
  const all = {
    meeting: (await world.call('GET', path)).json,
    participants: participants.json['participants'],
    events: await told.select(['type', 'meeting_state', 'created_at', 'participant']).execute(),
    tasks: await tasks.select(['kind', 'ref', 'due_at']).execute(),
    mediaCalls: mediaCalls.filter(([, of]) => of === meetingRef),
  };
  // The reason alone says who ended the meeting.
  let text = JSON.stringify(all).replaceAll('"ended_by_host"', '"ended_by_api"');
  for (const [ref, name] of names) text = text.replaceAll(ref, name);
  return JSON.parse(text);
}

async function byPage({ people }: Scene, { operation, about, with: more }: Step) {
  const participantRef = about && people[about].ref;
  return people.host.call('moderate', { operation, ...(about && { participantRef }), ...more });
}

async function byApi({ meetingRef, people }: Scene, { operation, about, with: more }: Step) {
  const found = operations.find(({ operationId }) => operationId === operation);
  const path = found?.path
    .replace('{meetingRef}', meetingRef)
    .replace('{participantRef}', about ? people[about].ref : '');
  return world.call('POST', String(path), more ? { body: more } : {});
}

/** Each operation of the page, with what must have happened before it. */
const ROWS: Record<Operation, { steps: Step[]; before?: (one: Scene) => Promise<unknown> }> = {
  admitParticipant: { steps: [{ operation: 'admitParticipant', about: 'waiting' }] },
  refuseParticipant: { steps: [{ operation: 'refuseParticipant', about: 'waiting' }] },
  admitAll: { steps: [{ operation: 'admitAll' }] },
  removeParticipant: { steps: [{ operation: 'removeParticipant', about: 'guest' }] },
  muteParticipant: {
    steps: [
      { operation: 'muteParticipant', about: 'guest', with: { source: 'camera' } },
      { operation: 'muteParticipant', about: 'guest', with: { source: 'microphone', lock: true } },
    ],
  },
  muteAll: { steps: [{ operation: 'muteAll' }] },
  lockMeeting: { steps: [{ operation: 'lockMeeting' }] },
  unlockMeeting: { steps: [{ operation: 'lockMeeting' }, { operation: 'unlockMeeting' }] },
  unlockMedia: {
    steps: [
      { operation: 'muteParticipant', about: 'guest', with: { source: 'screen', lock: true } },
      { operation: 'unlockMedia', about: 'guest' },
    ],
  },
  makeHost: { steps: [{ operation: 'makeHost', about: 'guest' }] },
  makeGuest: { steps: [{ operation: 'makeGuest', about: 'host' }] },
  lowerHand: {
    before: ({ people }) => people.guest.call('hand', { raised: true }),
    steps: [{ operation: 'lowerHand', about: 'guest' }],
  },
  endMeeting: { steps: [{ operation: 'endMeeting' }] },
};

describe('a host in the page and a program with a key', () => {
  // Promise: 124, 125
  test.each(Object.entries(ROWS))(
    '%s leads to the same meeting, participants, events and media',
    async (_, { steps, before }) => {
      const [page, api] = [await scene(), await scene()];
      await before?.(page);
      await before?.(api);
      let earlier = await page.read();
      expect(await api.read()).toEqual(earlier);
      for (const step of steps) {
        const statuses = [(await byPage(page, step)).status, (await byApi(api, step)).status];
        expect(statuses).toEqual([200, 200]);
        const now = await page.read();
        expect(await api.read()).toEqual(now);
        expect(now).not.toEqual(earlier);
        earlier = now;
      }
    },
  );
});

/** What the media server tells when the guest's own client goes. */
async function disconnect({ meetingRef, people }: Scene, reason: DisconnectReason): Promise<void> {
  media.undelivered.length = 0;
  media.disconnect(meetingRef, people.guest.ref);
  const [event] = media.undelivered.splice(0);
  if (event) await noteMediaEvent(world.ctx, { ...event, at: world.clock.now(), reason });
}

describe('what people do for themselves', () => {
  test("leaving in the page and disconnecting a client of one's own are the same departure", async () => {
    const [page, own] = [await scene(), await scene()];
    await page.people.guest.call('leave');
    await disconnect(own, 'left');
    const seen = async (one: Scene) => ({ ...Object(await one.read()), mediaCalls: [], tasks: [] });
    expect(await seen(page)).toEqual(await seen(own));
    expect(await seen(page)).toMatchObject({
      participants: [{}, { state: 'left', stateReason: 'left' }, {}],
    });
  });

  test('a hand that its owner lowers is as down as one that a program lowers', async () => {
    const [page, api] = [await scene(), await scene()];
    for (const { people } of [page, api]) await people.guest.call('hand', { raised: true });
    expect(await page.read()).toMatchObject({
      participants: [{}, { handRaisedAt: expect.any(String) }, {}],
    });
    await page.people.guest.call('hand', { raised: false });
    await byApi(api, { operation: 'lowerHand', about: 'guest' });
    expect(await page.read()).toEqual(await api.read());
  });

  // Promise: 125
  test('nobody raises a hand, consents or leaves for others; the API shows what each did', async () => {
    const ids = operations.map(({ operationId }) => operationId);
    for (const own of ['raiseHand', 'answerConsent', 'leaveMeeting'])
      expect(ids).not.toContain(own);
    const { people, read } = await scene();
    for (const consent of ['declined', 'given']) {
      await people.guest.call('consent', { consent });
      expect(await read()).toMatchObject({
        participants: [{}, { consent, consentAt: expect.any(String) }, {}],
      });
    }
  });
});
