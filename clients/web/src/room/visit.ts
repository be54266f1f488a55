// A guest's visit: lobby, join, stay through every disturbance, leave. State changes go through `reduceVisit` alone.
import type { Admission } from '../../../../contract/generated/guest-api.ts';
import { afterDisconnect, afterGone, NO_WAY_BACK } from './after-disconnect.ts';
import type { DisconnectCause } from './after-disconnect.ts';
import { askWhileReconnecting } from './ask-while-reconnecting.ts';
import { findWayBack } from './find-way-back.ts';
import { joinMeeting, leaveByBeacon, leaveMeeting, noteConnected, openLobby, renewAdmission } from './guest-api.ts';
import type { GuestLink } from './guest-link.ts';
import type * as mediaRoom from './media-room.ts';
import { OtherTabs } from './other-tabs.ts';
import { wait } from './pause.ts';
import { Preview } from './preview.ts';
import { createStore } from './store.ts';
import { FIRST_STATE, reduceVisit } from './visit-state.ts';
import type { VisitEvent, VisitTrouble } from './visit-state.ts';
import { OwnDevices } from './own-devices.ts';
import type { PictureSource } from './person.ts';
import { Together } from './together.ts';
import { TokenRenewal } from './token-renewal.ts';
import { retryDelayMs } from './waiting.ts';

export class Visit {
  readonly store = createStore(FIRST_STATE);
  readonly preview = new Preview();
  readonly devices = new OwnDevices(
    () => this.#room,
    this.preview,
    (event) => this.#tell(event),
  );
  readonly together = new Together((about, ref) => this.#tell({ kind: 'told', about, ref, atMs: Date.now() }));
  readonly #link: GuestLink | null;
  #room: mediaRoom.MediaRoom | null = null;
  #admission: Admission | null = null;
  #displayName: string | null = null;
  #otherTabs: OtherTabs | null = null;
  readonly #renewal = new TokenRenewal({
    renewed: (admission) => (this.#admission = admission),
    gone: (meetingState) => this.#gone(meetingState),
  });
  /** Aborted when the connection is back. */
  #loss = new AbortController();

  constructor(link: GuestLink | null) {
    this.#link = link;
    if (link === null) return;
    const inMeeting = () => this.#admission !== null;
    this.#otherTabs = new OtherTabs(
      link.guestLinkRef,
      inMeeting,
      (here) => this.#tell({ kind: 'other_tab', here }),
      () => void this.giveUp('taken_over'),
    );
  }

  /** Loads the media code ahead of its use. */
  prepare(): void {
    loadMediaRoom().catch(() => undefined);
  }

  async openLobby(): Promise<void> {
    this.#tell({ kind: 'opening' });
    if (this.#link === null) return this.#tell({ kind: 'over', phase: 'refused', refusal: 'no_link' });
    if (typeof RTCPeerConnection === 'undefined') return this.#tell({ kind: 'failed', trouble: 'old_browser' });
    const answer = await openLobby(this.#link);
    if (answer.kind === 'gone' || answer.kind === 'refused') return this.#tell({ kind: 'over', phase: 'refused' });
    if (answer.kind !== 'ok') return this.#tell({ kind: 'failed', trouble: answer.kind });
    this.#tell({ kind: 'lobby_opened', lobby: answer.value });
    this.preview.start();
    this.#otherTabs?.ask();
  }

  /** While the lobby is shown: others may have begun, and the meeting or the link may be over. */
  async lookAgain(): Promise<void> {
    if (this.#link === null) return;
    const answer = await openLobby(this.#link);
    if (answer.kind === 'ok') this.#tell({ kind: 'lobby_seen', lobby: answer.value });
    const over = answer.kind === 'gone' || answer.kind === 'refused';
    if (over && this.store.read().phase === 'lobby') this.#finish({ kind: 'over', phase: 'refused' });
  }

  /** Out of trouble: back to the lobby, and from a full meeting at once on to the next try to join. */
  async tryAgain(): Promise<void> {
    const wasFull = this.store.read().trouble === 'full';
    await this.openLobby();
    if (wasFull && this.#displayName !== null) await this.join(this.#displayName);
  }

  async join(displayName: string): Promise<void> {
    if (this.#link === null || this.store.read().phase !== 'lobby') return;
    this.#displayName = displayName;
    this.#tell({ kind: 'joining' });
    const [answer, media] = await Promise.all([joinMeeting(this.#link, displayName), loadMediaRoom().catch(() => null)]);
    if (!this.#isJoining()) {
      if (answer.kind === 'ok') await leaveMeeting(answer.value);
      return;
    }
    if (answer.kind === 'gone') return this.#finish({ kind: 'over', phase: 'refused' });
    if (answer.kind === 'full') return this.#finish({ kind: 'failed', trouble: 'full' });
    if (answer.kind !== 'ok') return this.#joinFailed(answer.kind === 'refused' ? 'name_refused' : answer.kind);
    this.#admission = answer.value;
    const connected = media !== null && (await this.#connect(answer.value));
    if (!this.#isJoining()) return;
    if (!connected) return this.#joinFailed('media_unreachable');
    this.#otherTabs?.say('here');
    this.#tell({ kind: 'joined', transcribed: answer.value.transcribed, atMs: Date.now() });
    await Promise.all([this.#noteConnected(), this.devices.goOnWith('microphone'), this.devices.goOnWith('camera')]);
  }

  /** No longer when another tab has taken over, or the page broke: joining must not undo that. */
  #isJoining(): boolean {
    return this.store.read().phase === 'joining';
  }

  showVideo(ref: string, source: PictureSource, element: HTMLVideoElement): () => void {
    return this.#room?.showVideo(ref, source, element) ?? (() => undefined);
  }

  watch(keys: ReadonlySet<string>): void {
    this.#room?.watch(keys);
  }

  async startSound(): Promise<void> {
    await this.#room?.startSound().catch(() => undefined);
  }

  async leave(): Promise<void> {
    const key = this.#admission;
    this.#finish({ kind: 'over', phase: 'left' });
    if (key !== null) await leaveMeeting(key);
  }

  /** Ends the visit of the same link in other tabs of this browser. */
  leaveOtherTabs(): void {
    this.#otherTabs?.askToLeave();
    this.#tell({ kind: 'other_tab', here: false });
  }

  /** The tab closes: leaves at once, not after a time-out. */
  leaveWithPage(): void {
    if (this.#admission === null) return;
    leaveByBeacon(this.#admission);
    this.#finish({ kind: 'over', phase: 'left' });
  }

  /** The page itself broke, or another tab takes over. */
  async giveUp(trouble: 'page_failed' | 'taken_over'): Promise<void> {
    const key = this.#admission;
    this.#finish({ kind: 'failed', trouble });
    if (key !== null) await leaveMeeting(key);
  }

  async #connect(admission: Admission): Promise<boolean> {
    const { MediaRoom } = await loadMediaRoom();
    const room: mediaRoom.MediaRoom = new MediaRoom(
      {
        onPeople: (people) => this.#tell({ kind: 'people', people, atMs: Date.now() }),
        onCaption: (message) => this.#tell({ kind: 'caption', message }),
        onGuestData: (from, topic, payload) => this.together.receive(from, topic, payload),
        onNewcomer: (ref) => this.together.greet(ref),
        onLocalTrack: (news) => this.devices.note(news),
        onSoundBlocked: (blocked) => this.#tell({ kind: 'sound_blocked', blocked, atMs: Date.now() }),
        onConnection: (connection) => {
          const kind = connection === 'connected' ? 'connection_back' : 'connection_lost';
          const was = this.store.read().phase;
          this.#tell({ kind, atMs: Date.now() });
          if (kind === 'connection_back') this.#loss.abort();
          else if (was === 'joined') void this.#askWhileReconnecting(room, admission);
        },
        onDisconnected: (cause) => {
          if (this.#room === room) void this.#disconnected(cause);
        },
      },
      this.devices.chosen(),
    );
    try {
      await room.connect(admission.mediaToken);
    } catch {
      await room.close();
      return false;
    }
    // The guest may have left while the connection was made.
    if (this.#admission === null) {
      await room.close();
      return true;
    }
    this.#room = room;
    this.together.connected({ self: admission.participantRef, send: (topic, payload, to) => room.send(topic, payload, to) });
    this.#renewal.plan(admission);
    return true;
  }

  async #noteConnected(): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const admission = this.#admission;
      if (admission === null) return;
      const answer = await noteConnected(admission);
      if (answer.kind === 'gone') return this.#gone(answer.meetingState);
      if (answer.kind === 'ok' || answer.kind === 'refused') return;
      await wait(retryDelayMs(attempt, Math.random()));
    }
  }

  async #askWhileReconnecting(room: mediaRoom.MediaRoom, admission: Admission): Promise<void> {
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
      admission: () => this.#admission,
      connect: (admission) => this.#returnWith(admission),
      onUnreachable: () => this.#tell({ kind: 'service_unreachable' }),
    });
    if (end !== null) this.#finish(end);
  }

  async #returnWith(admission: Admission): Promise<boolean> {
    this.#admission = admission;
    if (!(await this.#connect(admission))) return false;
    this.#tell({ kind: 'connection_back', atMs: Date.now() });
    await Promise.all([this.#noteConnected(), this.devices.openAgain()]);
    return true;
  }

  async #joinFailed(trouble: VisitTrouble): Promise<void> {
    const key = this.#admission;
    this.#admission = null;
    this.#otherTabs?.say('gone');
    this.#tell({ kind: 'join_failed', trouble });
    if (key !== null) await leaveMeeting(key);
  }

  #gone(meetingState: string | null): void {
    this.#finish(NO_WAY_BACK[afterGone(meetingState)]);
  }

  #finish(event: VisitEvent): void {
    if (this.#admission !== null) this.#otherTabs?.say('gone');
    this.#admission = null;
    this.#renewal.stop();
    this.preview[Symbol.dispose]();
    void this.#dropRoom();
    this.together.clear();
    this.#tell(event);
  }

  async #dropRoom(): Promise<void> {
    const room = this.#room;
    this.#room = null;
    this.together.disconnected();
    this.#renewal.stop();
    await room?.close().catch(() => undefined);
  }

  #tell(event: VisitEvent): void {
    this.store.change(reduceVisit(this.store.read(), event));
  }
}

function loadMediaRoom(): Promise<typeof mediaRoom> {
  return import('./media-room.ts');
}
