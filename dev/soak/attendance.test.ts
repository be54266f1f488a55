// Twenty guests who come and go by a script; the attendance that the service tells is compared with the script.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Participant } from '../../contract/generated/api.ts';
import type { Admission } from '../../contract/generated/guest-api.ts';
import type { Order } from '../world/media/attending-guest.ts';
import { inState, joinMeeting } from '../world/media/guest.ts';
import { guestScene } from '../world/media/guest-scene.ts';
import { weakNetwork } from '../world/media/weak-network.ts';
import { callGuestApi } from '../world/service/start-parley.ts';
import { mediaUrlOf } from '../world/speech/voices.ts';
import { until } from '../world/until.ts';

/** When something happened, in Unix milliseconds: between what was just before it and what was just after it. */
type Moment = { from: number; to: number };
/** What the script says of one visit. */
type Scripted = { joined: Moment; left: Moment | null; reason: string };
type Attendee = { name: string; visits: Scripted[] };
type Client = Attendee & {
  participantRef: string;
  participantSecret: string;
  child: ChildProcess;
};

const compare = (a: string, b: string): number => a.localeCompare(b);
const TOLERANCE_MS = 2_000;
const AWAY_MS = 3_000;
const STAY_MS = 3_000;
const CUT_MS = 40_000;
/** Of the twenty; who was killed is there until the media server gives them up. */
const STAYING = 11;

const {
  parley,
  client,
  guest: page,
} = await guestScene('Guest 17', {
  PARLEY_SPEECH: 'off',
  PARLEY_RATE_GUEST_PER_MINUTE: '0',
});
const network = await weakNetwork(parley, page);
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  network.close();
});

async function connect(child: ChildProcess, order: Order): Promise<void> {
  child.send(order);
  await once(child, 'message');
}

/** Joins and connects; a `known` guest comes back as the same participant. */
async function enter(name: string, guestUrl: string, known?: Client): Promise<Client> {
  const link = new URL(guestUrl);
  const admission = await callGuestApi<Admission>(
    parley,
    `links/${link.pathname.split('/').at(-1)}/join`,
    {
      secret: link.hash.slice('#k='.length),
      displayName: name,
      ...(known && {
        returning: {
          participantRef: known.participantRef,
          participantSecret: known.participantSecret,
        },
      }),
    },
  );
  const { participantRef, participantSecret } = admission;
  const child = fork(new URL('../world/media/attending-guest.ts', import.meta.url));
  children.push(child);
  const from = Date.now();
  await connect(child, { url: mediaUrlOf(parley), token: admission.mediaToken });
  await callGuestApi(parley, `participants/${participantRef}/connected`, { participantSecret });
  const visits = known?.visits ?? [];
  visits.push(visitBegunSince(from));
  return { name, participantRef, participantSecret, child, visits };
}

const since = (from: number): Moment => ({ from, to: Date.now() });

const visitBegunSince = (from: number): Scripted => ({
  joined: since(from),
  left: null,
  reason: '',
});

function isGone(guest: Attendee, reason: string, from: number, visit = guest.visits.at(-1)): void {
  if (visit) Object.assign(visit, { left: since(from), reason });
}

const leave = ({ participantRef, participantSecret }: Client): Promise<unknown> =>
  callGuestApi(parley, `participants/${participantRef}/leave`, { participantSecret });

async function leavePolitely(guest: Client): Promise<void> {
  const from = Date.now();
  await leave(guest);
  isGone(guest, 'left', from);
  guest.child.kill('SIGKILL');
}

/** As a page does that is loaded again: says so, is gone, and comes back as the same participant. */
async function reload(guest: Client, guestUrl: string): Promise<void> {
  await leavePolitely(guest);
  await delay(AWAY_MS);
  await enter(guest.name, guestUrl, guest);
}

/** The same page in a second tab, which takes the place of the first. */
async function openSecondTab(guest: Client, guestUrl: string): Promise<void> {
  const first = guest.visits.at(-1);
  const from = Date.now();
  await enter(guest.name, guestUrl, guest);
  isGone(guest, 'replaced', from, first);
}

async function enterByPage(guestUrl: string): Promise<Attendee> {
  const from = Date.now();
  await joinMeeting(page, network.through(guestUrl));
  return { name: page.name, visits: [visitBegunSince(from)] };
}

/** Nothing gets through from now on; the page comes back by itself when `mendNetwork` is called. */
function cutNetwork(guest: Attendee): number {
  const from = Date.now();
  network.cut();
  isGone(guest, 'connection_lost', from);
  return Date.now();
}

async function mendNetwork(guest: Attendee, cutAt: number): Promise<void> {
  await delay(cutAt + CUT_MS - Date.now());
  const from = Date.now();
  network.restore();
  await inState(page, 'joined');
  guest.visits.push(visitBegunSince(from));
  await delay(STAY_MS);
}

/** Milliseconds after the end of the moment, or, negative, before its beginning. */
function lateness(told: string | null, moment: Moment | null): number {
  const { from, to } = moment ?? { from: NaN, to: NaN };
  const at = Date.parse(told ?? '');
  return at < from ? at - from : Math.max(0, at - to);
}

/** Where the told visits are not those of the script. */
function differences(
  { displayName, visits }: Participant,
  scripted: readonly Scripted[],
): string[] {
  const found: string[] = [];
  if (visits.length !== scripted.length)
    found.push(`${displayName}: ${visits.length} visits instead of ${scripted.length}`);
  for (const [n, { joinedAt, leftAt, reason }] of visits.entries()) {
    const wanted = scripted[n];
    if (!wanted) continue;
    const late = {
      joined: lateness(joinedAt, wanted.joined),
      left: lateness(leftAt, wanted.left),
    };
    for (const [what, ms] of Object.entries(late))
      if (!(Math.abs(ms) <= TOLERANCE_MS)) found.push(`${displayName} ${n}: ${what} by ${ms} ms`);
    if (reason !== wanted.reason)
      found.push(`${displayName} ${n}: ${reason}, not ${wanted.reason}`);
  }
  return found;
}

// Promise: I12, 114
test('twenty guests who reload, open tabs, are cut off, killed or shut out have the visits of the script', async () => {
  const { meetingRef, guestLinks } = await client.meetings.create({
    title: 'Harbour museum',
    guestLinks: [{}, {}],
  });
  const [open, revoked] = guestLinks ?? [];
  if (!open || !revoked) throw new Error('two links were asked for');
  const guests: Client[] = [];
  for (let n = 0; n < 17; n++) guests.push(await enter(`Guest ${n}`, open.guestUrl));
  const cutOff = await enterByPage(open.guestUrl);
  const shutOut = [await enter('Guest 18', revoked.guestUrl)];
  shutOut.push(await enter('Guest 19', revoked.guestUrl));
  const all: Attendee[] = [...guests, cutOff, ...shutOut];
  const take = (count: number): Client[] => guests.splice(0, count);

  const cutAt = cutNetwork(cutOff);
  const [polite, reloading, twice, killed, removed] = [3, 3, 2, 3, 1].map(take);
  for (const guest of killed ?? []) {
    const from = Date.now();
    guest.child.kill('SIGKILL');
    isGone(guest, 'connection_lost', from);
  }
  for (const guest of polite ?? []) await leavePolitely(guest);
  for (const guest of reloading ?? []) await reload(guest, open.guestUrl);
  for (const guest of twice ?? []) await openSecondTab(guest, open.guestUrl);
  for (const guest of removed ?? []) {
    const from = Date.now();
    await client.participants.remove(meetingRef, guest.participantRef);
    isGone(guest, 'removed', from);
  }
  const revokedFrom = Date.now();
  await client.guestLinks.revoke(meetingRef, revoked.guestLinkRef);
  for (const guest of shutOut) isGone(guest, 'link_revoked', revokedFrom);
  await mendNetwork(cutOff, cutAt);
  const listed = async () => (await client.participants.list(meetingRef)).participants;
  await until('who was killed is known to be gone', 60_000, async () => {
    const last = (await listed()).map(({ visits }) => visits.at(-1)?.leftAt);
    return last.filter((leftAt) => leftAt === null).length === STAYING;
  });
  const endedFrom = Date.now();
  await client.meetings.end(meetingRef);
  await until('the meeting has ended', 60_000, async () => {
    const { meetingState } = await client.meetings.read(meetingRef);
    return meetingState === 'ended';
  });
  for (const guest of all)
    if (guest.visits.at(-1)?.left === null) isGone(guest, 'meeting_ended', endedFrom);
  const participants = await listed();
  expect(participants).toHaveLength(20);
  const found = participants.flatMap((participant) => {
    const guest = all.find(({ name }) => name === participant.displayName);
    return differences(participant, guest?.visits ?? []);
  });
  expect(found).toEqual([]);
  const told = participants.flatMap(({ visits }) => visits);
  const csv = await fetch(`${parley.url}/v1/meetings/${meetingRef}/participants`, {
    headers: { authorization: `Bearer ${parley.apiKey}`, accept: 'text/csv' },
  });
  const [, ...rows] = (await csv.text()).trim().split('\r\n');
  expect(rows).toHaveLength(told.length);
  const reasons = told.map(({ reason }) => reason ?? '').toSorted(compare);
  // Times may still change by a second, when the media server says its last word.
  expect(rows.map((row) => row.split(',')[7] ?? '').toSorted(compare)).toEqual(reasons);
});
