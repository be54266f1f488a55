// A guest's session: opens the lobby, joins, leaves. Only `reduceSession` changes its state.
import type { Admission, WaitingGuest } from '../../../../contract/generated/guest-api.ts';
import {
  type Answer,
  type Asked,
  joinMeeting,
  leaveByBeacon,
  leaveMeeting,
  openLobby,
  renewAdmission,
} from './guest-api.ts';
import { eventOfFailure, isFinal } from './failed-call.ts';
import { deleteStoredLink, type GuestLink, storeLink } from './guest-link.ts';
import { MeetingActions } from './meeting-actions.ts';
import { OtherTabs } from './other-tabs.ts';
import { LocalDevices } from '../devices/local-devices.ts';
import type { VideoSource } from '../people/person.ts';
import { DevicePreview } from '../devices/device-preview.ts';
import { loadConnection } from '../connection/load-connection.ts';
import type { MeetingConnection } from '../connection/meeting-connection.ts';
import { loadPreferences } from '../page/preferences.ts';
import { createStore } from '../page/store.ts';
import { RoomMessages } from '../room-messages/room-messages.ts';
import { INITIAL_STATE, reduceSession } from './session-state.ts';
import { endsLink, isHost, type SessionError, type SessionEvent } from './session-types.ts';
import { HostWait } from './wait-for-host.ts';

export class Session {
  readonly store = createStore(INITIAL_STATE);
  readonly preview = new DevicePreview(loadPreferences());
  readonly devices = new LocalDevices(
    () => this.#connection?.room?.devices ?? null,
    this.preview,
    (event) => this.#dispatch(event),
  );
  readonly roomMessages = new RoomMessages((ref) =>
    this.#dispatch({ kind: 'chat_message', ref, atMs: Date.now() }),
  );
  readonly actions = new MeetingActions(
    () => this.#connection?.admission ?? null,
    (event) => this.#dispatch(event),
  );

  readonly #link: GuestLink | null;
  /** From admission until the guest has left. */
  #connection: MeetingConnection | null = null;
  readonly #hostWait = new HostWait();

  /** What the guest said last, to join. */
  asked: Asked | null = null;
  #otherTabs: OtherTabs | null = null;
  readonly #context = {
    devices: this.devices,
    roomMessages: this.roomMessages,
    isJoined: () => this.store.get().phase === 'joined',
    dispatch: (event: SessionEvent) => this.#dispatch(event),
    finish: (event: SessionEvent) => this.#finish(event),
  };

  constructor(link: GuestLink | null) {
    this.#link = link;
    if (link === null) return;
    this.#otherTabs = new OtherTabs(
      link.guestLinkRef,
      () => this.#connection !== null,
      (present) => this.#dispatch({ kind: 'other_tab', present }),
      () => void this.fail('taken_over'),
    );
  }

  async openLobby(): Promise<void> {
    this.#dispatch({ kind: 'opening' });
    if (this.#link === null)
      return this.#dispatch({ kind: 'over', phase: 'refused', refusal: 'no_link' });
    storeLink(this.#link);
    if (typeof RTCPeerConnection === 'undefined')
      return this.#dispatch({ kind: 'failed', error: 'old_browser' });
    const answer = await openLobby(this.#link);
    // The page around a frame may have ended the visit meanwhile.
    if (this.store.get().phase !== 'opening') return;
    if (answer.kind !== 'ok') return this.#dispatch(eventOfFailure(answer.kind));
    this.#dispatch({ kind: 'lobby_opened', lobby: answer.value });
    this.preview.start();
    this.#otherTabs?.ask();
  }

  /** Called while the lobby is shown: the meeting may have started or ended, and the link too. */
  async refreshLobby(): Promise<void> {
    if (this.#link === null) return;
    const answer = await openLobby(this.#link);
    if (answer.kind === 'ok')
      return this.#dispatch({ kind: 'lobby_refreshed', lobby: answer.value });
    const event = eventOfFailure(answer.kind);
    const { phase, error } = this.store.get();
    if (event.kind === 'over' && (phase === 'lobby' || error === 'locked')) this.#finish(event);
  }

  /** Opens the lobby again. When the meeting was full or locked, joins at once. */
  async tryAgain(): Promise<void> {
    const { error } = this.store.get();
    const wasClosed = error === 'full' || error === 'locked';
    await this.openLobby();
    if (wasClosed && this.asked !== null) await this.join(this.asked);
  }

  async join(asked: Asked): Promise<void> {
    if (this.#link === null || this.store.get().phase !== 'lobby') return;
    this.asked = asked;
    await this.#ask(this.#link, asked);
  }

  async #ask(link: GuestLink, asked: Asked): Promise<void> {
    this.#dispatch({ kind: 'joining' });
    const [answer] = await Promise.all([
      joinMeeting(link, asked),
      loadConnection().catch(() => null),
    ]);
    // A later attempt is the same participant.
    if (this.asked !== asked) return;
    if (answer.kind !== 'waiting') return this.#enter(answer);
    if (this.#isJoining()) return this.#wait(link, asked, answer.guest);
    await leaveMeeting(answer.guest);
  }

  async #wait(link: GuestLink, asked: Asked, guest: WaitingGuest): Promise<void> {
    const end = await this.#hostWait.wait(guest, (event) => this.#dispatch(event));
    if (end.kind === 'stopped') return;
    if (end.kind === 'over') return this.#finish(end.event);
    if (end.kind === 'knock_again') return this.#ask(link, asked);
    this.#dispatch({ kind: 'joining' });
    const answer = await renewAdmission(guest);
    if (this.#isJoining()) await this.#enter(answer);
    else await leaveMeeting(guest);
  }

  /** The guest stops waiting. */
  async stopWaiting(): Promise<void> {
    const guest = this.#hostWait.stop();
    // Pressed again, while the service does not answer yet.
    if (guest === null) return;
    await leaveMeeting(guest);
    await this.openLobby();
  }

  async #enter(answer: Answer<Admission>): Promise<void> {
    const LoadedConnection = await loadConnection().catch(() => null);
    if (!this.#isJoining()) {
      if (answer.kind === 'ok') await leaveMeeting(answer.value);
      return;
    }
    if (isFinal(answer.kind)) return this.#finish(eventOfFailure(answer.kind));
    if (answer.kind !== 'ok')
      return this.#joinFailed(answer.kind === 'refused' ? 'name_refused' : answer.kind);
    if (LoadedConnection === null) return this.#joinFailed('page_failed', answer.value);
    const connection = new LoadedConnection(answer.value, this.#context);
    this.#connection = connection;
    const connected = await connection.connect();
    // Another attempt has begun, or this one is not wanted any more.
    if (!this.#isJoining() || this.#connection !== connection) return;
    if (!connected)
      return this.#joinFailed(
        connection.wasSignalled ? 'media_blocked' : 'media_unreachable',
        answer.value,
      );
    this.#otherTabs?.send('here');
    const { transcribed, chat } = answer.value;
    this.#dispatch({ kind: 'joined', transcribed, chat, atMs: Date.now() });
    await Promise.all([
      connection.noteConnected(),
      this.devices.publishFromLobby('microphone'),
      this.devices.publishFromLobby('camera'),
    ]);
  }

  /** False when another tab took over or the page failed meanwhile: joining must not undo that. */
  #isJoining(): boolean {
    return this.store.get().phase === 'joining';
  }

  attachVideo(ref: string, source: VideoSource, element: HTMLVideoElement): () => void {
    return this.#connection?.room?.video.attach(ref, source, element) ?? (() => undefined);
  }

  receiveOnly(keys: ReadonlySet<string>): void {
    this.#connection?.room?.video.receiveOnly(keys);
  }

  async startSound(): Promise<void> {
    await this.#connection?.room?.startSound().catch(() => undefined);
  }

  async leave(): Promise<void> {
    const connection = this.#connection;
    this.#finish({ kind: 'over', phase: 'left' });
    if (connection !== null) await leaveMeeting(connection.admission);
  }

  /** Ends the session of the same link in other tabs of this browser. */
  leaveOtherTabs(): void {
    this.#otherTabs?.askToLeave();
    this.#dispatch({ kind: 'other_tab', present: false });
  }

  /** The tab closes: leaves now instead of timing out. */
  leaveOnUnload(): void {
    const leaving = this.#hostWait.stop() ?? this.#connection?.admission;
    if (leaving === undefined) return;
    leaveByBeacon(leaving);
    // The browser may show this page again later, as it was.
    this.#finish({ kind: 'over', phase: 'left' });
  }

  /** The page failed, or another tab takes over. */
  async fail(error: 'page_failed' | 'taken_over'): Promise<void> {
    const connection = this.#connection;
    this.#finish({ kind: 'failed', error });
    if (connection !== null) await leaveMeeting(connection.admission);
  }

  async #joinFailed(error: SessionError, admission: Admission | null = null): Promise<void> {
    this.#closeConnection();
    this.#otherTabs?.send('gone');
    this.#dispatch({ kind: 'join_failed', error });
    if (admission !== null) await leaveMeeting(admission);
  }

  #finish(event: SessionEvent): void {
    if (this.#connection !== null) this.#otherTabs?.send('gone');
    const waiting = this.#hostWait.stop();
    if (waiting !== null) void leaveMeeting(waiting);
    this.preview[Symbol.dispose]();
    this.#closeConnection();
    this.roomMessages.clear();
    this.#dispatch(event);
  }

  #closeConnection(): void {
    this.#connection?.end();
    this.#connection = null;
    this.devices.stopSharing();
  }

  #dispatch(event: SessionEvent): void {
    if (endsLink(event) && this.#link !== null) deleteStoredLink(this.#link);
    this.store.set(reduceSession(this.store.get(), event));
    if (event.kind === 'people' || this.#connection === null)
      this.actions.watch(this.#connection !== null && isHost(this.store.get()));
  }
}
