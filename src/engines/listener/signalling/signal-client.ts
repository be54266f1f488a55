import {
  type JoinResponse,
  type LeaveRequest,
  LeaveRequest_Action,
  Ping,
  SignalRequest,
  SignalResponse,
  SyncState,
  UpdateSubscription,
} from '@livekit/protocol';

/** The version of LiveKit's signalling that we speak. */
const PROTOCOL = 16;
const RESUME_WITHIN_MS = 3_000;
/** A cluster that has lost its Redis resumes no session, but its media continues. */
const RESUME_WITH_MEDIA_MS = 120_000;
const RESUME_AGAIN_MS = 300;
const ANSWER_WITHIN_MS = 1_000;
const NOT_FOUND = 404;

type Told = NonNullable<SignalResponse['message']>;
export type SignalListener = {
  /** Everything but the first answer, pings, refreshed tokens and leave messages. */
  onMessage(message: Told): void;
  /** The signalling is permanently lost, or the media server told us to leave. */
  onOver(sinceMs: number): void;
  /** Media has its own connection, and reports its own end. */
  hasMedia(): boolean;
  /** Our subscriptions, for a server that resumes the session. */
  subscribed(): string[];
};

/** LiveKit's signalling over a WebSocket. When it breaks it is resumed; media continues meanwhile. */
export class SignalClient {
  readonly #url: string;
  readonly #listener: SignalListener;
  #token: string;
  #socket: WebSocket | undefined;
  /** Treats the socket as closed. */
  #breakOff: () => void = () => {};
  #pinging: NodeJS.Timeout | undefined;
  #sid = '';
  #pongAtMs = 0;
  #sentAtMs = 0;
  /** Messages up to this one have arrived: the ping after them was answered. */
  #arrivedMs = 0;
  #isClosed = false;

  constructor(url: string, token: string, listener: SignalListener) {
    this.#url = url.replace(/^http/, 'ws');
    this.#token = token;
    this.#listener = listener;
  }

  /** Rejects when the media server does not admit us. */
  async join(): Promise<JoinResponse> {
    const first = await this.#open({});
    if (first.case !== 'join') throw new Error(`the media server answered with ${first.case}`);
    this.#sid = first.value.participant?.sid ?? '';
    this.#keepAlive(first.value);
    return first.value;
  }

  send(message: SignalRequest['message']): void {
    this.#write(message);
    this.#sentAtMs = uptimeMs();
    this.#ping();
  }

  #ping(): void {
    this.#write({ case: 'pingReq', value: new Ping({ timestamp: BigInt(uptimeMs()) }) });
  }

  #write(message: SignalRequest['message']): void {
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(new SignalRequest({ message }).toBinary() as Uint8Array<ArrayBuffer>);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#pinging);
    this.#socket?.close();
  }

  /** Resolves with the first message. */
  #open(extra: Record<string, string>): Promise<Told> {
    const query = {
      access_token: this.#token,
      auto_subscribe: '0',
      protocol: String(PROTOCOL),
      ...extra,
    };
    const socket = new WebSocket(this.#address('/rtc', query));
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    return new Promise((resolve, reject) => {
      let isIn = false;
      let isBroken = false;
      socket.addEventListener('message', ({ data }) => {
        if (isBroken) return;
        const { message } = SignalResponse.fromBinary(new Uint8Array(data as ArrayBuffer));
        if (isIn) return this.#take(message);
        isIn = true;
        resolve(message);
      });
      // An error contains less detail than the close that follows it.
      socket.addEventListener('error', () => {});
      const breakOff = (): void => {
        if (isBroken) return;
        isBroken = true;
        if (!isIn) return reject(new Error('the media server closed the connection'));
        if (socket === this.#socket) void this.#resume();
      };
      this.#breakOff = breakOff;
      socket.addEventListener('close', breakOff);
    });
  }

  #address(path: string, query: Record<string, string>): URL {
    return new URL(`${this.#url.replace(/\/$/, '')}${path}?${new URLSearchParams(query)}`);
  }

  #take(message: Told): void {
    this.#pongAtMs = uptimeMs();
    if (message.case === 'pongResp') this.#arrivedMs = Number(message.value.lastPingTimestamp);
    if (message.case === 'refreshToken') this.#token = message.value;
    else if (message.case === 'leave') this.#goodbye(message.value);
    else if (message.case !== 'pong' && message.case !== 'pongResp')
      this.#listener.onMessage(message);
  }

  #goodbye({ action }: LeaveRequest): void {
    if (action === LeaveRequest_Action.RESUME) this.#drop();
    else this.#end(Date.now());
  }

  /** Its `close` event may never come: a peer that is gone does not answer the closing handshake. */
  #drop(): void {
    this.#socket?.close();
    this.#breakOff();
  }

  async #resume(): Promise<void> {
    if (this.#isClosed) return;
    const sinceMs = Date.now();
    const brokenAtMs = uptimeMs();
    // After a lost answer or subscription, someone would not be received; a new connection takes half a second.
    if (this.#arrivedMs < this.#sentAtMs) return this.#end(sinceMs);
    while (this.#mayResume(brokenAtMs)) {
      try {
        const message = await this.#open({ reconnect: '1', sid: this.#sid });
        if (message.case !== 'reconnect') break;
        this.#pongAtMs = uptimeMs();
        const subscription = new UpdateSubscription({
          trackSids: this.#listener.subscribed(),
          subscribe: true,
        });
        return this.send({ case: 'syncState', value: new SyncState({ subscription }) });
      } catch {
        if (await this.#isRoomGone()) break;
        await new Promise((resolve) => setTimeout(resolve, RESUME_AGAIN_MS));
      }
    }
    this.#end(sinceMs);
  }

  #mayResume(brokenAtMs: number): boolean {
    const withinMs = this.#listener.hasMedia() ? RESUME_WITH_MEDIA_MS : RESUME_WITHIN_MS;
    return !this.#isClosed && uptimeMs() - brokenAtMs < withinMs;
  }

  /** A refused socket gives no reason. A server that does not answer may come back. */
  async #isRoomGone(): Promise<boolean> {
    const address = this.#address('/rtc/validate', { reconnect: '1', sid: this.#sid });
    address.protocol = address.protocol.replace('ws', 'http');
    const options = {
      headers: { authorization: `Bearer ${this.#token}` },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    };
    try {
      const { status, body } = await fetch(address, options);
      await body?.cancel();
      return status === NOT_FOUND;
    } catch {
      return false;
    }
  }

  #keepAlive({ pingInterval, pingTimeout }: JoinResponse): void {
    this.#pongAtMs = uptimeMs();
    if (pingInterval <= 0) return;
    this.#pinging = setInterval(() => {
      if (pingTimeout > 0 && uptimeMs() - this.#pongAtMs > (pingInterval + pingTimeout) * 1_000)
        return this.#drop();
      this.#ping();
    }, pingInterval * 1_000);
  }

  #end(sinceMs: number): void {
    if (this.#isClosed) return;
    this.close();
    this.#listener.onOver(sinceMs);
  }
}

/** Whole ms of a clock that nobody sets. */
function uptimeMs(): number {
  return Math.round(performance.now());
}
