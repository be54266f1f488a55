import { randomUUID } from 'node:crypto';
import { SignalResponse } from '@livekit/protocol';
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk';
import { TRIAL_PREFIX } from '../../core/ports.ts';
import type { LiveKitOptions } from './livekit-media.ts';

/** `clockOffMs`: how much the server's clock is ahead of ours. `room`: created for the check, null if none was. */
type LiveKitAnswer =
  | { outcome: 'ok'; version: string | null; clockOffMs: number | null; room: string | null }
  | { outcome: 'refused' }
  | { outcome: 'unreachable' };

const ANSWER_WITHIN_MS = 5_000;
const EMPTY_SECONDS = 5;

/** Whether a server accepts our key, and its version, which it tells only to those who join a room: one is created. */
export async function askLiveKit(options: LiveKitOptions): Promise<LiveKitAnswer> {
  const base = options.url.replace(/^ws/, 'http').replace(/\/+$/, '');
  const asked = Date.now();
  const response = await listRooms(base, options).catch(() => null);
  if (response === null) return { outcome: 'unreachable' };
  if (response.status === 401 || response.status === 403) return { outcome: 'refused' };
  if (!response.ok) return { outcome: 'unreachable' };
  const date = Date.parse(response.headers.get('date') ?? '');
  const clockOffMs = Number.isNaN(date) ? null : date - (asked + Date.now()) / 2;
  const made = await tryRoom(base, options).catch(() => ({ version: null, room: null }));
  return { outcome: 'ok', clockOffMs, ...made };
}

async function listRooms(base: string, { apiKey, apiSecret }: LiveKitOptions): Promise<Response> {
  const token = new AccessToken(apiKey, apiSecret, { ttl: 60 });
  token.addGrant({ roomList: true });
  return fetch(`${base}/twirp/livekit.RoomService/ListRooms`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await token.toJwt()}`,
      'content-type': 'application/json',
    },
    body: '{}',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
}

async function tryRoom(
  base: string,
  options: LiveKitOptions,
): Promise<{ version: string | null; room: string }> {
  const { apiKey, apiSecret } = options;
  const rooms = new RoomServiceClient(base, apiKey, apiSecret);
  const room = `${TRIAL_PREFIX}${randomUUID()}`;
  await rooms.createRoom({ name: room, emptyTimeout: EMPTY_SECONDS });
  try {
    const token = new AccessToken(apiKey, apiSecret, { identity: 'doctor', ttl: 60 });
    token.addGrant({ roomJoin: true, room, hidden: true, canPublish: false, canSubscribe: false });
    const query = new URLSearchParams({ access_token: await token.toJwt(), protocol: '16' });
    const version = await versionByJoining(`${base.replace(/^http/, 'ws')}/rtc?${query}`);
    return { version, room };
  } finally {
    await rooms.deleteRoom(room);
  }
}

/** Whether a WebSocket reaches the service at `publicUrl`; null when that service has other keys and refuses ours. */
export async function takesWebSockets(
  publicUrl: string,
  { apiKey, apiSecret }: Pick<LiveKitOptions, 'apiKey' | 'apiSecret'>,
): Promise<boolean | null> {
  const token = new AccessToken(apiKey, apiSecret, { identity: 'doctor', ttl: 60 });
  // A token without a room: the service forwards it, LiveKit lets nobody in.
  const query = new URLSearchParams({ access_token: await token.toJwt() });
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const { status } = await fetch(`${publicUrl}/rtc?${query}`, { signal });
  if (status === 401) return null;
  const socket = new WebSocket(`${publicUrl.replace(/^http/, 'ws')}/rtc?${query}`);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
  socket.addEventListener('open', () => resolve(true));
  socket.addEventListener('error', () => resolve(false));
  const isTaken = await promise;
  clearTimeout(timer);
  socket.close();
  return isTaken;
}

/** The version in the first signalling message. */
function versionByJoining(url: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.binaryType = 'arraybuffer';
    const timer = setTimeout(() => end(null), ANSWER_WITHIN_MS);
    const end = (version: string | null) => {
      clearTimeout(timer);
      socket.close();
      resolve(version);
    };
    socket.addEventListener('error', () => end(null));
    socket.addEventListener('message', ({ data }) => end(versionIn(data as ArrayBuffer)));
  });
}

/** Null when the message is unknown to us. */
function versionIn(bytes: ArrayBuffer): string | null {
  try {
    const { message } = SignalResponse.fromBinary(new Uint8Array(bytes));
    return (message.case === 'join' && message.value.serverInfo?.version) || null;
  } catch {
    return null;
  }
}
