import type { ParticipantInfo, RoomServiceClient } from 'livekit-server-sdk';

/**
 * LiveKit's list of a room, without those whom a lost node left in it: a cluster keeps them in Redis until the room is
 * deleted, and nobody reports that they left (v1.13). Who is there joined after them, so usually it is enough to ask
 * the oldest one's node.
 */
export async function listConnected(
  rooms: RoomServiceClient,
  room: string,
): Promise<ParticipantInfo[]> {
  const listed = (await unlessNobodyAnswers(rooms.listParticipants(room))) ?? [];
  const [oldest] = listed.toSorted((a, b) => Number(a.joinedAt - b.joinedAt));
  if (!oldest || (await isConnected(rooms, room, oldest))) return listed;
  const answers = await Promise.all(listed.map((one) => isConnected(rooms, room, one)));
  return listed.filter((_, at) => answers[at]);
}

/** Asks the node that the participant is connected to. A change of no subscriptions changes nothing. */
async function isConnected(
  rooms: RoomServiceClient,
  room: string,
  { identity }: Pick<ParticipantInfo, 'identity'>,
): Promise<boolean> {
  const asked = rooms.updateSubscriptions(room, identity, [], false);
  return (await unlessNobodyAnswers(asked.then(() => true))) ?? false;
}

/** Undefined where there is no such room or participant, or its node gives no answer. */
async function unlessNobodyAnswers<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error) || isNodeLost(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 404;
}

/** LiveKit passed the call on to the node of the room or participant, which did not answer within 3 s. */
function isNodeLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'unavailable';
}
