// A LiveKit server without media: it answers RoomService calls for its rooms, and reports what happens in them to the
// service by signed webhooks, in order for each room.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { AccessToken } from 'livekit-server-sdk';

type Room = { sid: string; name: string; people: Map<string, object>; told: Promise<void> };
type LeaveReason = 'CLIENT_INITIATED' | 'ROOM_DELETED';

const API_KEY = 'fleet';
const API_SECRET = randomUUID();
/** LiveKit repeats unanswered webhooks, so one event out of this many is sent twice at once. */
const REPEATED_EVERY = 10;

export class MediaServer {
  readonly faults: string[] = [];
  readonly rooms = new Map<string, Room>();
  /** Events that the service has not answered yet. */
  undelivered = 0;
  /** Posts a webhook to the service. */
  post: (body: string, authorization: string) => Promise<unknown> = () => Promise.resolve();
  private events = 0;
  private readonly server = createServer(async (request, response) => {
    const method = request.url?.split('/').at(-1) ?? '';
    const answer = this.answer(method, (await json(request)) as Record<string, string>);
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { code: 'not_found', msg: 'no such room' }));
  });

  /** The settings of a process that uses this media server. */
  async listen(): Promise<Record<string, string>> {
    const url = (await addressOf(this.server)).replace('http', 'ws');
    return { LIVEKIT_URL: url, LIVEKIT_API_KEY: API_KEY, LIVEKIT_API_SECRET: API_SECRET };
  }

  /** Somebody connects by a media token; resolves when the service was told. */
  async join(mediaToken: string): Promise<void> {
    const claims = Buffer.from(mediaToken.split('.')[1] ?? '', 'base64url').toString();
    const { sub: identity, attributes, video } = JSON.parse(claims);
    const room = this.rooms.get(video.room);
    if (!room) throw new Error(`nobody opened the room ${video.room}`);
    const sources = video.canPublishSources.map((source: string) => source.toUpperCase());
    const permission = { ...video, canPublishSources: sources };
    const [sid, joinedAtMs] = [`PA_${randomUUID()}`, String(Date.now())];
    const participant = { sid, identity, state: 'ACTIVE', joinedAtMs, attributes, permission };
    room.people.set(identity, participant);
    await this.tell(room, 'participant_joined', participant);
  }

  async leave(name: string, identity: string): Promise<void> {
    const room = this.rooms.get(name);
    if (room) this.disconnect(room, [identity], 'CLIENT_INITIATED');
    await room?.told;
  }

  private answer(method: string, ask: Record<string, string>): object | undefined {
    const name = ask['name'] ?? ask['room'] ?? '';
    const room = this.rooms.get(name);
    if (method === 'CreateRoom') return { name, sid: (room ?? this.open(name)).sid };
    if (method === 'ListRooms')
      return { rooms: [...this.rooms.values()].map(({ sid, name }) => ({ sid, name })) };
    if (!room) return undefined;
    if (method === 'ListParticipants') return { participants: [...room.people.values()] };
    if (method === 'DeleteRoom') this.disconnect(room, [...room.people.keys()], 'ROOM_DELETED');
    return {};
  }

  private open(name: string): Room {
    const room = { sid: `RM_${randomUUID()}`, name, people: new Map(), told: Promise.resolve() };
    this.rooms.set(name, room);
    void this.tell(room, 'room_started');
    return room;
  }

  /** A room that is empty is over at once; LiveKit would wait for its departure timeout. */
  private disconnect(room: Room, identities: string[], disconnectReason: LeaveReason): void {
    for (const identity of identities) {
      void this.tell(room, 'participant_left', { ...room.people.get(identity), disconnectReason });
      room.people.delete(identity);
    }
    if (room.people.size > 0) return;
    this.rooms.delete(room.name);
    void this.tell(room, 'room_finished');
  }

  private tell(room: Room, event: string, participant?: object): Promise<void> {
    const { sid, name } = room;
    const [id, createdAt] = [`EV_${randomUUID()}`, String(Math.floor(Date.now() / 1000))];
    const body = JSON.stringify({ event, id, createdAt, room: { sid, name }, participant });
    this.undelivered += 1;
    room.told = room.told
      .then(() => this.deliver(body))
      .catch((error: unknown) => void this.faults.push(String(error)))
      .finally(() => (this.undelivered -= 1));
    return room.told;
  }

  private async deliver(body: string): Promise<void> {
    const token = new AccessToken(API_KEY, API_SECRET, { ttl: 300 });
    token.sha256 = createHash('sha256').update(body).digest('base64');
    const authorization = await token.toJwt();
    this.events += 1;
    const copies = this.events % REPEATED_EVERY === 0 ? [body, body] : [body];
    await Promise.all(copies.map((copy) => this.post(copy, authorization)));
  }
}

/** Of a server on a free port of the loopback, from now on. */
export async function addressOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
