// A guest's time in the meeting, from admission to the end, across all media connections. Loaded with
// the media code, while the lobby is shown.
import type { Admission } from '../../../../contract/generated/guest-api.ts';
import { endOfGone, pollWhileReconnecting, reconnect, SHUT_OUT } from './reconnect.ts';
import {
  type Answer,
  awaitAdmission,
  noteConnected,
  renewAdmission,
} from '../session/guest-api.ts';
import { leaveWhenPageCloses } from '../session/leave-when-page-closes.ts';
import { ConnectionReports } from './connection-reports.ts';
import { type DisconnectCause, MediaRoom } from './media-room.ts';
import type { LocalDevices } from '../devices/local-devices.ts';
import { sleep, retryDelayMs } from './backoff.ts';
import type { RoomMessages } from '../room-messages/room-messages.ts';
import { TokenRenewal } from './token-renewal.ts';
import type { SessionEvent } from '../session/session-types.ts';

/** A guest whose network drops every packet is told so, long before the call gives up. */
const LATE_ANSWER_MS = 3000;

type ConnectionContext = {
  devices: LocalDevices;
  roomMessages: RoomMessages;
  isJoined(): boolean;
  dispatch(event: SessionEvent): void;
  /** The meeting is over for this guest, for the reason in the event. */
  finish(event: SessionEvent): void;
};

export class MeetingConnection {
  readonly #context: ConnectionContext;
  #admission: Admission;
  #room: MediaRoom | null = null;
  #ended = false;
  #wasSignalled = false;
  readonly #renewal = new TokenRenewal({
    onRenewed: (admission) => (this.#admission = admission),
    onGone: (meetingState) => this.#gone(meetingState),
  });
  readonly #reports = new ConnectionReports();
  /** Aborted when the connection is back. */
  #connectionLoss = new AbortController();
  readonly #cancelLeave: () => void;

  constructor(admission: Admission, context: ConnectionContext) {
    this.#admission = admission;
    this.#context = context;
    this.#cancelLeave = leaveWhenPageCloses(admission);
  }

  get admission(): Admission {
    return this.#admission;
  }

  /** Null while there is no connection. */
  get room(): MediaRoom | null {
    return this.#room;
  }

  /** Whether a connection that failed got as far as the media server: then sound and video alone are blocked. */
  get wasSignalled(): boolean {
    return this.#wasSignalled;
  }

  /** False when the media server cannot be reached. */
  async connect(): Promise<boolean> {
    const admission = this.#admission;
    const { devices, roomMessages } = this.#context;
    const room: MediaRoom = new MediaRoom(
      {
        onPeople: (people) => this.#dispatch({ kind: 'people', people, atMs: Date.now() }),
        onCaption: (message) => this.#dispatch({ kind: 'caption', message }),
        onGuestData: (...message) => {
          if (!this.#ended) roomMessages.receive(...message);
        },
        onLocalTrack: (change) => devices.onTrackChange(change),
        onSoundBlocked: (blocked) =>
          this.#dispatch({ kind: 'sound_blocked', blocked, atMs: Date.now() }),
        onConnection: (connection) => this.#noteConnection(connection, room, admission),
        onDisconnected: (cause) => {
          if (this.#room === room) void this.#disconnected(cause);
        },
      },
      devices.chosen(),
    );
    try {
      await room.connect(admission.mediaToken);
    } catch {
      this.#wasSignalled = room.wasSignalled;
      await room.close();
      return false;
    }
    // The guest may have left while the connection was being made.
    if (this.#ended) {
      await room.close();
      return true;
    }
    this.#room = room;
    this.#openMessages(room, admission);
    this.#renewal.schedule(admission);
    this.#reports.start(admission, room);
    return true;
  }

  /** Tells the service that the guest is in the room. */
  async noteConnected(): Promise<void> {
    for (let attempt = 0; attempt < 5 && !this.#ended; attempt += 1) {
      const answer = await noteConnected(this.#admission);
      if (answer.kind === 'gone') return this.#gone(answer.meetingState);
      if (answer.kind === 'ok' || answer.kind === 'refused') return;
      await sleep(retryDelayMs(attempt));
    }
  }

  end(): void {
    this.#ended = true;
    this.#cancelLeave();
    void this.#closeRoom();
  }

  #noteConnection(
    connection: 'connected' | 'reconnecting',
    room: MediaRoom,
    admission: Admission,
  ): void {
    const isBack = connection === 'connected';
    const wasJoined = this.#context.isJoined();
    this.#reports.note(connection);
    this.#dispatch({ kind: isBack ? 'connection_back' : 'connection_lost', atMs: Date.now() });
    // While the connection is down, livekit-client takes messages and may then drop them.
    if (!isBack) this.#context.roomMessages.disconnected();
    else if (this.#room === room) {
      this.#openMessages(room, admission);
      void this.#context.devices.sendAgain();
    }
    if (isBack) this.#connectionLoss.abort();
    else if (wasJoined) void this.#pollWhileReconnecting(room, admission);
  }

  #openMessages(room: MediaRoom, { participantRef: self }: Admission): void {
    const send = (topic: string, payload: Uint8Array<ArrayBuffer>) => room.send(topic, payload);
    this.#context.roomMessages.connected({ self, send });
  }

  async #pollWhileReconnecting(room: MediaRoom, admission: Admission): Promise<void> {
    this.#connectionLoss = new AbortController();
    const { signal } = this.#connectionLoss;
    const isOver = () => this.#room !== room || signal.aborted;
    const answer = await pollWhileReconnecting(isOver, () => this.#renew(admission));
    if (answer?.kind === 'gone') this.#gone(answer.meetingState);
    if (answer?.kind === 'ok') await this.#disconnected('lost');
  }

  async #disconnected(cause: DisconnectCause): Promise<void> {
    if (cause === 'taken_over') return this.#finish({ kind: 'failed', error: 'taken_over' });
    this.#reports.note('reconnecting');
    await this.#closeRoom();
    // The next connection reports this again.
    this.#dispatch({ kind: 'sound_blocked', blocked: false, atMs: Date.now() });
    this.#dispatch({ kind: 'connection_lost', atMs: Date.now() });
    const end = await reconnect({
      admission: () => (this.#ended ? null : this.#admission),
      connect: (admission) => this.#connectAgain(admission),
      renew: (admission) => this.#renew(admission),
    });
    if (end !== null) await this.#finishAs(end);
  }

  /** Tells the guest meanwhile whether the service answers. */
  async #renew(admission: Admission): Promise<Answer<Admission>> {
    const note = (answered: boolean) =>
      this.#dispatch({ kind: 'service_asked', answered, atMs: Date.now() });
    const late = setTimeout(() => note(false), LATE_ANSWER_MS);
    const answer = await renewAdmission(admission);
    clearTimeout(late);
    note(answer.kind !== 'unreachable');
    return answer;
  }

  async #connectAgain(admission: Admission): Promise<boolean> {
    this.#admission = admission;
    if (!(await this.connect())) return false;
    if (this.#ended) return true;
    this.#dispatch({ kind: 'connection_back', atMs: Date.now() });
    await Promise.all([this.noteConnected(), this.#context.devices.reopen()]);
    return true;
  }

  async #closeRoom(): Promise<void> {
    const room = this.#room;
    this.#room = null;
    this.#context.roomMessages.disconnected();
    this.#renewal.stop();
    this.#reports.stop();
    await room?.close().catch(() => undefined);
  }

  #gone(meetingState: string | null): void {
    void this.#finishAs(endOfGone(meetingState));
  }

  /** A guest who is shut out learns whether a host did it. */
  async #finishAs(event: SessionEvent): Promise<void> {
    if (event !== SHUT_OUT) return this.#finish(event);
    const answer = await awaitAdmission(this.#admission, false);
    const isRemoved = answer.kind === 'ok' && answer.value.state === 'removed';
    this.#finish(isRemoved ? { kind: 'over', phase: 'refused', refusal: 'removed' } : event);
  }

  /**
   * Here, in `#dispatch` and for messages: nothing is reported after the end, because another
   * connection may have begun.
   */
  #finish(event: SessionEvent): void {
    if (!this.#ended) this.#context.finish(event);
  }

  #dispatch(event: SessionEvent): void {
    if (!this.#ended) this.#context.dispatch(event);
  }
}
