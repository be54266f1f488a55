import { randomInt, randomUUID } from 'node:crypto';
import type { Answer, Balancer } from './balancer.ts';
import type { MediaServer } from './media-server.ts';
import type { Told } from './told.ts';

export type World = { balancer: Balancer; media: MediaServer; told: Told };
/** How long guests stay. */
export type Stay = () => Promise<unknown>;
export type Life = { apiKey: string; stay: Stay; endedBy: 'guests' | 'owner' };

const GUESTS = ['Ana', 'Ben'];

/**
 * The whole life of a meeting: it is created, two guests join through its link, stay, and leave, or its owner ends it.
 * When the owner is notified that it is over, they read its results.
 */
export async function live(world: World, { apiKey, stay, endedBy }: Life): Promise<void> {
  const { balancer, media, told } = world;
  const post = (name: string, path: string, status: number, body?: object) =>
    balancer.call(name, { method: 'POST', path, status, ...sent(apiKey, body) });
  const read = async (name: string, path: string, field: string, expected: string) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const answer = await balancer.call(name, { method: 'GET', path, status: 200, headers });
    if (answer[field] !== expected) throw new Error(`${path}: ${field} is not ${expected}`);
  };
  const made = await post('create meeting', '/v1/meetings', 201, { title: 'Design review' });
  const meetingRef = String(made['meetingRef']);
  const path = `/v1/meetings/${meetingRef}`;
  const link = await post('create guest link', `${path}/guest-links`, 201);
  const people = await Promise.all(GUESTS.map((name) => enter(world, link, name)));
  await read('read running meeting', path, 'meetingState', 'in_progress');
  await stay();
  const started = performance.now();
  await Promise.all([
    told.theEndOf(meetingRef),
    ...(endedBy === 'owner'
      ? [post('end meeting', `${path}/end`, 200)]
      : people.map((person) => media.leave(meetingRef, person))),
  ]);
  balancer.note(`from the end by ${endedBy} to its last event`, started);
  await read('read ended meeting', path, 'meetingState', 'ended');
  await read('read transcript', `${path}/transcript`, 'result', 'empty');
  await read('read summary', `${path}/summary`, 'result', 'empty');
}

/** As the guest's page does it; the participantRef. */
async function enter({ balancer, media }: World, link: Answer, name: string): Promise<string> {
  const secret = new URL(String(link['guestUrl'])).hash.slice('#k='.length);
  const post = (call: string, path: string, body: object) =>
    balancer.call(call, { method: 'POST', path: `/guest/${path}`, status: 200, ...sent('', body) });
  const page = `links/${String(link['guestLinkRef'])}`;
  await post('open lobby', `${page}/lobby`, { secret });
  const admission = await post('join', `${page}/join`, { secret, displayName: name });
  const { participantRef, participantSecret, mediaToken } = admission;
  const person = `participants/${String(participantRef)}`;
  await Promise.all([
    media.join(String(mediaToken)),
    post('connected', `${person}/connected`, { participantSecret }),
  ]);
  return String(participantRef);
}

/** The headers and the body of a POST; guests have no key, but an address of their own. */
export function sent(apiKey: string, body?: object) {
  const headers = {
    ...(apiKey
      ? { authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() }
      : { 'x-forwarded-for': randomAddress() }),
    ...(body && { 'content-type': 'application/json' }),
  };
  return { headers, ...(body && { body: JSON.stringify(body) }) };
}

const randomAddress = (): string => [10, 0, 0, 0].map((part) => part || randomInt(256)).join('.');
