import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import {
  AddTrackRequest,
  JoinRequest,
  ParticipantTracks,
  PublishDataTrackRequest,
  SessionDescription,
  SignalRequest,
  SyncState,
  UpdateDataSubscription,
  UpdateSubscription,
  UpdateTrackSettings,
  WrappedJoinRequest,
  WrappedJoinRequest_Compression,
} from '@livekit/protocol';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { MediaUnavailable } from '../../core/ports.ts';
import { liveKitMedia } from './livekit-media.ts';

type Answer = { status: number; body: object };
type Call = { method: string; body: Record<string, unknown> };

/** A server that records calls and returns `answers`, or an empty object. */
let calls: Call[];
let answers: Record<string, Answer>;
/** Participants whose node is lost. */
let lost: readonly unknown[];
/** Called with each method before it is answered. */
let onCall: (method: string) => void;
const NODE_LOST: Answer = { status: 503, body: { code: 'unavailable', msg: 'no response' } };
const server = createServer(async (request, response) => {
  const method = request.url?.split('/').at(-1) ?? '';
  const asks = JSON.parse(await text(request)) as Call['body'];
  calls.push({ method, body: asks });
  onCall(method);
  const isLost = lost.includes(asks['identity']);
  const { status, body } = isLost ? NODE_LOST : (answers[method] ?? { status: 200, body: {} });
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
const media = liveKitMedia({
  url,
  apiKey: 'key',
  apiSecret: 'a-secret-that-is-long-enough-for-hs256',
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  calls = [];
  answers = {};
  lost = [];
  onCall = () => {};
});

const track = (sid: string, source: string, muted = false) => ({ sid, source, muted });
const person = (identity: string, state = 'ACTIVE') => ({
  identity,
  state,
  attributes: { 'parley.role': 'guest' },
  permission: { canPublish: true },
  tracks: [track(`${identity}-mic`, 'MICROPHONE'), track(`${identity}-cam`, 'CAMERA')],
});
const there = (...participants: object[]) => {
  answers['ListParticipants'] = { status: 200, body: { participants } };
};
const asked = (method: string) => calls.filter((call) => call.method === method);

test('mute affects only the named participants and source, and skips tracks that are already muted', async () => {
  const quiet = { ...person('pt_quiet'), tracks: [track('quiet-mic', 'MICROPHONE', true)] };
  there(person('pt_ana'), person('pt_ben'), quiet);
  await media.mute('mtg_1', ['pt_ana', 'pt_quiet'], 'microphone');
  expect(asked('MutePublishedTrack').map(({ body }) => body)).toEqual([
    { room: 'mtg_1', identity: 'pt_ana', trackSid: 'pt_ana-mic', muted: true },
  ]);
});

test('participants are listed once connected: not while JOINING, and not after DISCONNECTED', async () => {
  const states = ['JOINING', 'JOINED', 'ACTIVE', 'DISCONNECTED'];
  there(...states.map((state) => person(state, state)));
  const found = await media.listParticipants('mtg_1');
  expect(found.map(({ identity }) => identity)).toEqual(['JOINED', 'ACTIVE']);
});

test('those whom a lost node left in the list are not there; usually only the oldest one is asked', async () => {
  there(
    { ...person('pt_back'), joinedAt: '30' },
    { ...person('pt_oldest'), joinedAt: '10' },
    { ...person('pt_ben'), joinedAt: '20' },
  );
  const found = async () => (await media.listParticipants('mtg_1')).map(({ identity }) => identity);
  expect(await found()).toEqual(['pt_back', 'pt_oldest', 'pt_ben']);
  expect(asked('UpdateSubscriptions').map(({ body }) => body)).toEqual([
    { room: 'mtg_1', identity: 'pt_oldest' },
  ]);
  lost = ['pt_oldest', 'pt_ben'];
  expect(await found()).toEqual(['pt_back']);
  lost = ['pt_oldest', 'pt_ben', 'pt_back'];
  expect(await found()).toEqual([]);
  lost = [];
  answers['UpdateSubscriptions'] = { status: 500, body: { code: 'unknown', msg: 'no Redis' } };
  await expect(found()).rejects.toThrow(MediaUnavailable);
});

test('nobody is in a room whose node is lost, also where LiveKit asks that node for the list', async () => {
  answers['ListParticipants'] = NODE_LOST;
  expect(await media.listParticipants('mtg_1')).toEqual([]);
});

describe.each([
  ['is lost', NODE_LOST],
  ['is forgotten', { status: 500, body: { code: 'unknown', msg: 'could not find object' } }],
])('a room whose node %s', (_, answer) => {
  const closed = async () => {
    answers['DeleteRoom'] = answer;
    onCall = (method) => {
      if (method === 'CreateRoom') delete answers['DeleteRoom'];
    };
    await media.closeRoom('mtg_1');
    return calls.map(({ method }) => method);
  };

  test('is closed on another node while LiveKit still lists it', async () => {
    answers['ListRooms'] = { status: 200, body: { rooms: [{ name: 'mtg_1' }] } };
    expect(await closed()).toEqual(['DeleteRoom', 'ListRooms', 'CreateRoom', 'DeleteRoom']);
    expect(calls[1]?.body).toEqual({ names: ['mtg_1'] });
  });

  test('counts as closed, and is not opened again, once LiveKit does not list it', async () => {
    expect(await closed()).toEqual(['DeleteRoom', 'ListRooms']);
  });
});

test('a room stays open for at least a minute after the last one left, so that people can reconnect', async () => {
  for (const seconds of [10, 300]) await media.openRoom('mtg_1', seconds);
  const waits = asked('CreateRoom').map(({ body }) => body['departureTimeout']);
  expect(waits).toEqual([60, 300]);
});

test('a participant without allowed sources cannot publish, and a lowered hand clears the attribute', async () => {
  const about = { role: 'guest', consent: 'given', handRaisedAt: null, subscribes: false } as const;
  await media.updateParticipant('mtg_1', 'pt_ana', { ...about, sends: [], sendsMessages: true });
  const [call] = asked('UpdateParticipant');
  expect(call?.body).toMatchObject({
    room: 'mtg_1',
    identity: 'pt_ana',
    permission: { canPublishData: true },
    attributes: { 'parley.role': 'guest', 'parley.consent': 'given', 'parley.hand': '' },
  });
  // What is false is not in the JSON of a protocol buffer.
  expect(call?.body['permission']).not.toHaveProperty('canPublish');
  expect(call?.body['permission']).not.toHaveProperty('canSubscribe');
});

test('a participant or room that is gone is no error; any other refusal is MediaUnavailable', async () => {
  const METHODS = ['RemoveParticipant', 'MutePublishedTrack', 'SendData', 'DeleteRoom'];
  const refuse = (status: number, code: string) => {
    there(person('pt_ana'));
    for (const method of METHODS) answers[method] = { status, body: { code, msg: '' } };
    return [
      media.removeParticipant('mtg_1', 'pt_ana'),
      media.mute('mtg_1', ['pt_ana'], 'camera'),
      media.publish('mtg_1', 'topic', {}),
      media.closeRoom('mtg_1'),
    ];
  };
  await Promise.all(refuse(404, 'not_found'));
  for (const call of await Promise.allSettled(refuse(403, 'permission_denied')))
    expect(call).toMatchObject({ status: 'rejected', reason: expect.any(MediaUnavailable) });
  expect(METHODS.map((method) => asked(method).length)).toEqual([2, 2, 2, 2]);
});

const asksFor = (...trackSids: string[]) => new UpdateSubscription({ trackSids });
const ofPerson = (...trackSids: string[]) =>
  new UpdateSubscription({ participantTracks: [new ParticipantTracks({ trackSids })] });

const aTrackOfData = new PublishDataTrackRequest({ pubHandle: 1 });
const toData = new UpdateDataSubscription({ updates: [{ trackSid: 'DTR_1' }] });
const state = new SyncState({
  answer: { sdp: 'x'.repeat(200_000) },
  subscription: asksFor('TR_1'),
  trackSidsDisabled: ['TR_2'],
  dataSubscription: toData,
});
const longState = new SyncState({ trackSidsDisabled: Array(70_000).fill('') as string[] });

test.each<[string, SignalRequest['message'], string[] | null]>([
  ['an announcement', { case: 'addTrack', value: new AddTrackRequest({ cid: 'c1' }) }, null],
  ['a subscription', { case: 'subscription', value: asksFor('TR_1', 'TR_2') }, ['TR_1', 'TR_2']],
  ['one by person', { case: 'subscription', value: ofPerson('TR_1') }, ['TR_1']],
  ['one of a long name', { case: 'subscription', value: asksFor('x'.repeat(65)) }, null],
  ['a long one', { case: 'subscription', value: asksFor(...Array(9_000).fill('')) }, null],
  [
    'the wanted quality',
    { case: 'trackSetting', value: new UpdateTrackSettings({ trackSids: ['TR_1'] }) },
    ['TR_1'],
  ],
  ['an announcement of data', { case: 'publishDataTrackRequest', value: aTrackOfData }, null],
  ['a subscription to data', { case: 'updateDataSubscription', value: toData }, ['DTR_1']],
  ['its state', { case: 'syncState', value: state }, ['TR_1', 'TR_2', 'DTR_1']],
  ['a long state', { case: 'syncState', value: longState }, null],
  ['an offer', { case: 'offer', value: new SessionDescription({ sdp: 'v=0' }) }, []],
  ['a ping', { case: 'ping', value: 1_000n }, []],
])('knows the tracks that a client asks for with %s', (_, message, tracks) => {
  const sent = new SignalRequest({ message }).toBinary();
  expect(media.tracksAskedFor(sent)).toEqual(tracks);
  // Clients send neither of these.
  expect(media.tracksAskedFor(Buffer.concat([sent, sent]))).toBe(null);
  expect(media.tracksAskedFor(sent.subarray(0, -1))).toBe(null);
});

test('tracks that a client announces where it joins are seen, zipped or not', () => {
  const { GZIP, NONE } = WrappedJoinRequest_Compression;
  const announces = (join: JoinRequest, isZipped: boolean): boolean => {
    const sent = join.toBinary();
    const joinRequest = isZipped ? gzipSync(sent) : sent;
    const wrapped = new WrappedJoinRequest({ joinRequest, compression: isZipped ? GZIP : NONE });
    return media.announcesTracks(Buffer.from(wrapped.toBinary()).toString('base64url'));
  };
  const without = new JoinRequest({ publisherOffer: { sdp: 'v=0' } });
  const addTrackRequests = [new AddTrackRequest({ cid: 'c1' })];
  for (const isZipped of [true, false]) {
    expect(announces(without, isZipped)).toBe(false);
    expect(announces(new JoinRequest({ ...without, addTrackRequests }), isZipped)).toBe(true);
  }
  const tooLong = new JoinRequest({ metadata: 'x'.repeat(1024 * 1024) });
  expect(announces(tooLong, true)).toBe(true);
  expect(media.announcesTracks('noise')).toBe(true);
});
