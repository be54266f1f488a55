// What a client tells the media server about tracks. Guests may send megabytes: only what is needed is read.
import { gunzipSync } from 'node:zlib';
import { BinaryReader } from '@bufbuild/protobuf';
import {
  SignalRequest,
  SyncState,
  type UpdateSubscription,
  WrappedJoinRequest,
  WrappedJoinRequest_Compression,
} from '@livekit/protocol';
import { MAX_TRACK_MESSAGE_BYTES } from '../../core/ports.ts';

/** Fields of SignalRequest: `add_track` and `publish_data_track_request`. */
const ANNOUNCEMENTS = [4, 19];
/** Fields of SignalRequest: `subscription`, `track_setting` and `update_data_subscription`. */
const ABOUT_TRACKS = [6, 7, 21];
/** Field of SignalRequest: `sync_state`, which a client sends when it reconnects. */
const SYNC_STATE = 12;
/** Fields of SyncState: `answer` and `offer`, which are long in a large meeting. */
const DESCRIPTIONS = [1, 5];
/** Limit on a SyncState without its descriptions: among a thousand people it names every track that is not shown. */
const MAX_STATE_BYTES = 128 * 1024;
/** Field of JoinRequest: `add_track_requests`. */
const ADD_TRACK_REQUESTS = 5;
const MAX_SID_CHARACTERS = 64;
/** The media server accepts no longer JoinRequest. */
const MAX_JOIN_BYTES = 1024 * 1024;

/** MediaPort.tracksAskedFor */
export function tracksAskedFor(message: Uint8Array): string[] | null {
  try {
    const [only, more] = fieldsOf(message);
    if (!only || more || ANNOUNCEMENTS.includes(only.field)) return null;
    const sids = sidsIn(only.field, message);
    return sids?.every((sid) => sid.length <= MAX_SID_CHARACTERS) ? sids : null;
  } catch {
    return null;
  }
}

/** MediaPort.announcesTracks. Official clients announce tracks only after they have joined. */
export function announcesTracks(joinRequest: string): boolean {
  try {
    const { compression, joinRequest: sent } = WrappedJoinRequest.fromBinary(
      Buffer.from(joinRequest, 'base64url'),
    );
    const isZipped = compression === WrappedJoinRequest_Compression.GZIP;
    const join = isZipped ? gunzipSync(sent, { maxOutputLength: MAX_JOIN_BYTES }) : sent;
    for (const { field } of fieldsOf(join)) if (field === ADD_TRACK_REQUESTS) return true;
    return false;
  } catch {
    return true;
  }
}

function sidsIn(field: number, message: Uint8Array): string[] | null {
  if (field === SYNC_STATE) return sidsInState(message);
  if (!ABOUT_TRACKS.includes(field)) return [];
  if (message.length > MAX_TRACK_MESSAGE_BYTES) return null;
  const { case: kind, value } = SignalRequest.fromBinary(message).message;
  if (kind === 'trackSetting') return value.trackSids;
  if (kind === 'updateDataSubscription') return value.updates.map(({ trackSid }) => trackSid);
  return kind === 'subscription' ? sidsInSubscription(value) : null;
}

function sidsInState(message: Uint8Array): string[] | null {
  const reader = new BinaryReader(message);
  reader.tag();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const { field, bytes } of fieldsOf(reader.bytes())) {
    const isDescription = DESCRIPTIONS.includes(field);
    length += isDescription ? 1 : bytes.length;
    if (length > MAX_STATE_BYTES) return null;
    if (!isDescription) parts.push(bytes);
  }
  const state = SyncState.fromBinary(Buffer.concat(parts));
  const data = state.dataSubscription?.updates ?? [];
  return [
    ...(state.subscription ? sidsInSubscription(state.subscription) : []),
    ...state.trackSidsDisabled,
    ...data.map(({ trackSid }) => trackSid),
  ];
}

function sidsInSubscription({ trackSids, participantTracks }: UpdateSubscription): string[] {
  return [...trackSids, ...participantTracks.flatMap((tracks) => tracks.trackSids)];
}

/** Each field of a message, as it was sent. */
function* fieldsOf(message: Uint8Array) {
  const reader = new BinaryReader(message);
  while (reader.pos < reader.len) {
    const from = reader.pos;
    const [field, type] = reader.tag();
    reader.skip(type);
    yield { field, bytes: message.subarray(from, reader.pos) };
  }
}
