// One stay in the meeting, from the admission to the end: connected, kept through every disturbance, connected anew.
// Loaded with the media code, behind the lobby.
import type { Admission } from '../../../../contract/generated/guest-api.ts';
import { afterDisconnect, afterGone, NO_WAY_BACK } from './after-disconnect.ts';
import type { DisconnectCause } from './after-disconnect.ts';
import { askWhileReconnecting } from './poll-while-reconnecting.ts';
import { findWayBack } from './reconnect.ts';
import { noteConnected, renewAdmission } from '../session/guest-api.ts';
import { MediaRoom } from './media-room.ts';
import type { OwnDevices } from '../devices/local-devices.ts';
import { wait } from './sleep.ts';
import type { Together } from '../chat/room-messages.ts';
import { TokenRenewal } from './token-renewal.ts';
import type { VisitEvent } from '../session/session-state.ts';
import { retryDelayMs } from './backoff.ts';

type Around = {
  devices: OwnDevices;
  together: Together;
  isJoined(): boolean;
  tell(event: VisitEvent): void;
  /** The meeting is over for this guest, as the event says. */
  finish(event: VisitEvent): void;
};

export class Stay {
  readonly #around: Around;
  #admission: Admission;
  #room: MediaRoom | null = null;
  #ended = false;
  readonly #renewal = new TokenRenewal({
    renewed: (admission) => (this.#admission = admission),
    gone: (meetingState) => this.#gone(meetingState),
  });
  /** Aborted when the connection is back. */
  #loss = new AbortController();

  constructor(admission: Admission, around: Around) {
    this.#admission = admission;
    this.#around = around;
  }

  get admission(): Admission {
    return this.#admission;
  }

  /** Null while there is no connection. */
  get room(): MediaRoom | null {
    return this.#room;
  }

  /** False when the media server cannot be reached. */
  async connect(): Promise<boolean> {
    const admission = this.#admission;
    const { devices, together } = this.#around;
    const room: MediaRoom = new MediaRoom(
      {
        onPeople: (people) => this.#tell({ kind: 'people', people, atMs: Date.now() }),
        onCaption: (message) => this.#tell({ kind: 'caption', message }),
        onGuestData: (from, topic, payload) => together.receive(from, topic, payload),
        onNewcomer: (ref) => together.greet(ref),
        onLocalTrack: (news) => devices.note(news),
        onSoundBlocked: (blocked) =>
          this.#tell({ kind: 'sound_blocked', blocked, atMs: Date.now() }),
        onConnection: (connection) => {
          const wasJoined = this.#around.isJoined();
          this.#tell({
            kind: connection === 'connected' ? 'connection_back' : 'connection_lost',
            atMs: Date.now(),
          });
          if (connection === 'connected') this.#loss.abort();
          else if (wasJoined) void this.#askWhileReconnecting(room, admission);
        },
        onDisconnected: (cause) => {
          if (this.#room === room) void this.#disconnected(cause);
        },
      },
      devices.chosen(),
    );
    try {
      await room.connect(admission.mediaToken);
    } catch {
      await room.close();
      return false;
    }
    // The guest may have left while the connection was made.
    if (this.#ended) {
      await room.close();
      return true;
    }
    this.#room = room;
    together.connected({
      self: admission.participantRef,
      send: (topic, payload, to) => room.send(topic, payload, to),
    });
    this.#renewal.plan(admission);
    return true;
  }

  /** Tells the service that the guest is in the room. */
  async noteConnected(): Promise<void> {
    for (let attempt = 0; attempt < 5 && !this.#ended; attempt += 1) {
      const answer = await noteConnected(this.#admission);
      if (answer.kind === 'gone') return this.#gone(answer.meetingState);
      if (answer.kind === 'ok' || answer.kind === 'refused') return;
      await wait(retryDelayMs(attempt, Math.random()));
    }
  }

  end(): void {
    this.#ended = true;
    void this.#dropRoom();
  }

  async #askWhileReconnecting(room: MediaRoom, admission: Admission): Promise<void> {
    this.#loss = new AbortController();
    const { signal } = this.#loss;
    const isOver = () => this.#room !== room || signal.aborted;
    const answer = await askWhileReconnecting(isOver, () => renewAdmission(admission));
    if (answer?.kind === 'gone') this.#gone(answer.meetingState);
    if (answer?.kind === 'ok') await this.#disconnected('lost');
  }

  async #disconnected(cause: DisconnectCause): Promise<void> {
    const next = afterDisconnect(cause);
    if (next === 'nothing') return;
    if (next === 'show_error') return this.#finish({ kind: 'failed', trouble: 'taken_over' });
    await this.#dropRoom();
    // The next connection says it anew.
    this.#tell({ kind: 'sound_blocked', blocked: false, atMs: Date.now() });
    this.#tell({ kind: 'connection_lost', atMs: Date.now() });
    const end = await findWayBack({
      admission: () => (this.#ended ? null : this.#admission),
      connect: (admission) => this.#returnWith(admission),
      onUnreachable: () => this.#tell({ kind: 'service_unreachable' }),
    });
    if (end !== null) this.#finish(end);
  }

  async #returnWith(admission: Admission): Promise<boolean> {
    this.#admission = admission;
    if (!(await this.connect())) return false;
    if (this.#ended) return true;
    this.#tell({ kind: 'connection_back', atMs: Date.now() });
    await Promise.all([this.noteConnected(), this.#around.devices.openAgain()]);
    return true;
  }

  async #dropRoom(): Promise<void> {
    const room = this.#room;
    this.#room = null;
    this.#around.together.disconnected();
    this.#renewal.stop();
    await room?.close().catch(() => undefined);
  }

  #gone(meetingState: string | null): void {
    this.#finish(NO_WAY_BACK[afterGone(meetingState)]);
  }

  /** Here and in `#tell`: what comes after the end is not said, since another stay may have begun. */
  #finish(event: VisitEvent): void {
    if (!this.#ended) this.#around.finish(event);
  }

  #tell(event: VisitEvent): void {
    if (!this.#ended) this.#around.tell(event);
  }
}
