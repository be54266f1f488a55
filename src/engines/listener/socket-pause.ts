import type { Socket } from 'node:dgram';

/** To wake for each packet costs more than to take many at once. Fewer than so many a second are taken as they come. */
const LEAST_A_SECOND = 8;
const COUNTED_MS = 1_000;
const BUFFER_BYTES = 2 ** 20;
/** Kernel memory for what a track sends in 0.4 s: 20 packets. They are gathered twice as often, or more. */
const BYTES_A_TRACK = 20 * 1_280;
/** The first packets of a track set its clock: they are taken when they come. */
const AFTER_OFFER_MS = 3_000;
/** Of the event loop; each takes 32 packets at most. */
const MOST_ROUNDS = 100;

/** Lets the packets of a socket wait in the kernel until they are gathered, where many come and they fit there. */
export class SocketPause {
  readonly #socket: Socket;
  readonly #mostTracks: number;
  #tracks = 0;
  #offeredAtMs = -Infinity;
  #came = 0;
  #counted = { came: 0, atMs: -Infinity };
  #isPaused = false;
  /** Who is to be told when all that waited is taken. */
  #gathering: (() => void)[] = [];
  /** Packets that had come when the last round began; -1: no round has begun since somebody asked. */
  #seen = -1;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#mostTracks = bufferBytes(socket) / BYTES_A_TRACK;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** So many tracks are to come from now on. */
  offered(tracks: number, nowMs: number): void {
    this.#tracks = tracks;
    this.#offeredAtMs = nowMs;
    this.#isPaused = false;
    receive(this.#socket, true);
  }

  count(): void {
    this.#came += 1;
  }

  /** Calls `then` when all that waited has been taken. To be called five times a second at least while it is paused. */
  gather(nowMs: number, then: () => void): void {
    this.#decide(nowMs);
    if (!this.#isPaused) return then();
    receive(this.#socket, true);
    this.#seen = -1;
    if (this.#gathering.push(then) === 1) setImmediate(() => this.#takeRound(MOST_ROUNDS));
  }

  #takeRound(roundsLeft: number): void {
    const isAll = this.#came === this.#seen || roundsLeft === 0;
    this.#seen = this.#came;
    if (!isAll) return void setImmediate(() => this.#takeRound(roundsLeft - 1));
    if (this.#isPaused) receive(this.#socket, false);
    for (const then of this.#gathering.splice(0)) then();
  }

  #decide(nowMs: number): void {
    const forMs = nowMs - this.#counted.atMs;
    if (forMs < COUNTED_MS) return;
    const isMany = (this.#came - this.#counted.came) * 1_000 >= LEAST_A_SECOND * forMs;
    this.#counted = { came: this.#came, atMs: nowMs };
    const fits = this.#tracks <= this.#mostTracks && nowMs - this.#offeredAtMs >= AFTER_OFFER_MS;
    this.#isPaused = isMany && fits && receive(this.#socket, false);
    if (!this.#isPaused) receive(this.#socket, true);
  }
}

/** 0 where the system does not tell, or the socket is closed already. */
function bufferBytes(socket: Socket): number {
  try {
    socket.setRecvBufferSize(BUFFER_BYTES);
    return socket.getRecvBufferSize();
  } catch {
    return 0;
  }
}

type Handle = { recvStart?(): unknown; recvStop?(): unknown };

/** Node has no public way to stop receiving. False where its inner one is another: then packets come as they come. */
function receive(socket: Socket, isOn: boolean): boolean {
  const inner = Object.getOwnPropertySymbols(socket).find(
    ({ description }) => description === 'state symbol',
  );
  const { handle } = ((inner && Reflect.get(socket, inner)) ?? {}) as { handle?: Handle | null };
  if (typeof handle?.recvStart !== 'function' || typeof handle.recvStop !== 'function')
    return false;
  return (isOn ? handle.recvStart() : handle.recvStop()) === 0;
}
