// A guest's visit: lobby, join, stay, leave. State changes go through `reduceVisit` alone.
import type { Admission } from '../../../../contract/generated/guest-api.ts';
import { joinMeeting, leaveByBeacon, leaveMeeting, openLobby } from './guest-api.ts';
import type { GuestLink } from './guest-link.ts';
import { forgetLink, keepLink } from './stored-link.ts';
import { OtherTabs } from './other-tabs.ts';
import { OwnDevices } from '../devices/local-devices.ts';
import type { PictureSource } from '../people/person.ts';
import { Preview } from '../devices/preview.ts';
import type { Stay } from '../connection/meeting-connection.ts';
import { createStore } from '../page/store.ts';
import { Together } from '../chat/room-messages.ts';
import { FIRST_STATE, reduceVisit } from './session-state.ts';
import type { VisitEvent, VisitTrouble } from './session-state.ts';

export class Visit {
  readonly store = createStore(FIRST_STATE);
  readonly preview = new Preview();
  readonly devices = new OwnDevices(
    () => this.#stay?.room?.devices ?? null,
    this.preview,
    (event) => this.#tell(event),
  );
  readonly together = new Together((about, ref) =>
    this.#tell({ kind: 'told', about, ref, atMs: Date.now() }),
  );
  readonly #link: GuestLink | null;
  /** From the admission on, until the guest is out of the meeting. */
  #stay: Stay | null = null;
  #displayName: string | null = null;
  #otherTabs: OtherTabs | null = null;
  readonly #around = {
    devices: this.devices,
    together: this.together,
    isJoined: () => this.store.read().phase === 'joined',
    tell: (event: VisitEvent) => this.#tell(event),
    finish: (event: VisitEvent) => this.#finish(event),
  };

  constructor(link: GuestLink | null) {
    this.#link = link;
    if (link === null) return;
    const inMeeting = () => this.#stay !== null;
    this.#otherTabs = new OtherTabs(
      link.guestLinkRef,
      inMeeting,
      (here) => this.#tell({ kind: 'other_tab', here }),
      () => void this.giveUp('taken_over'),
    );
  }

  /** Loads the media code ahead of its use. */
  prepare(): void {
    loadStay().catch(() => undefined);
  }

  async openLobby(): Promise<void> {
    this.#tell({ kind: 'opening' });
    if (this.#link === null)
      return this.#tell({ kind: 'over', phase: 'refused', refusal: 'no_link' });
    keepLink(this.#link);
    if (typeof RTCPeerConnection === 'undefined')
      return this.#tell({ kind: 'failed', trouble: 'old_browser' });
    const answer = await openLobby(this.#link);
    if (answer.kind === 'gone' || answer.kind === 'refused')
      return this.#tell({ kind: 'over', phase: 'refused' });
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
    if (over && this.store.read().phase === 'lobby')
      this.#finish({ kind: 'over', phase: 'refused' });
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
    const [answer, LoadedStay] = await Promise.all([
      joinMeeting(this.#link, displayName),
      loadStay().catch(() => null),
    ]);
    if (!this.#isJoining()) {
      if (answer.kind === 'ok') await leaveMeeting(answer.value);
      return;
    }
    if (answer.kind === 'gone') return this.#finish({ kind: 'over', phase: 'refused' });
    if (answer.kind === 'full') return this.#finish({ kind: 'failed', trouble: 'full' });
    if (answer.kind !== 'ok')
      return this.#joinFailed(answer.kind === 'refused' ? 'name_refused' : answer.kind);
    const stay = LoadedStay && new LoadedStay(answer.value, this.#around);
    this.#stay = stay;
    const connected = stay !== null && (await stay.connect());
    if (!this.#isJoining()) return;
    if (!connected) return this.#joinFailed('media_unreachable', answer.value);
    this.#otherTabs?.say('here');
    this.#tell({ kind: 'joined', transcribed: answer.value.transcribed, atMs: Date.now() });
    await Promise.all([
      stay.noteConnected(),
      this.devices.goOnWith('microphone'),
      this.devices.goOnWith('camera'),
    ]);
  }

  /** No longer when another tab has taken over, or the page broke: joining must not undo that. */
  #isJoining(): boolean {
    return this.store.read().phase === 'joining';
  }

  showVideo(ref: string, source: PictureSource, element: HTMLVideoElement): () => void {
    return this.#stay?.room?.pictures.show(ref, source, element) ?? (() => undefined);
  }

  watch(keys: ReadonlySet<string>): void {
    this.#stay?.room?.pictures.watch(keys);
  }

  async startSound(): Promise<void> {
    await this.#stay?.room?.startSound().catch(() => undefined);
  }

  async leave(): Promise<void> {
    const stay = this.#stay;
    this.#finish({ kind: 'over', phase: 'left' });
    if (stay !== null) await leaveMeeting(stay.admission);
  }

  /** Ends the visit of the same link in other tabs of this browser. */
  leaveOtherTabs(): void {
    this.#otherTabs?.askToLeave();
    this.#tell({ kind: 'other_tab', here: false });
  }

  /** The tab closes: leaves at once, not after a time-out. */
  leaveWithPage(): void {
    if (this.#stay === null) return;
    leaveByBeacon(this.#stay.admission);
    this.#finish({ kind: 'over', phase: 'left' });
  }

  /** The page itself broke, or another tab takes over. */
  async giveUp(trouble: 'page_failed' | 'taken_over'): Promise<void> {
    const stay = this.#stay;
    this.#finish({ kind: 'failed', trouble });
    if (stay !== null) await leaveMeeting(stay.admission);
  }

  async #joinFailed(trouble: VisitTrouble, admission: Admission | null = null): Promise<void> {
    this.#endStay();
    this.#otherTabs?.say('gone');
    this.#tell({ kind: 'join_failed', trouble });
    if (admission !== null) await leaveMeeting(admission);
  }

  #finish(event: VisitEvent): void {
    if (this.#stay !== null) this.#otherTabs?.say('gone');
    this.preview[Symbol.dispose]();
    this.#endStay();
    this.together.clear();
    this.#tell(event);
  }

  #endStay(): void {
    this.#stay?.end();
    this.#stay = null;
    this.devices.stopSharing();
  }

  #tell(event: VisitEvent): void {
    // Neither who left nor who was taken out has heard that the link itself is dead.
    const isDead = event.kind === 'over' && event.phase !== 'left' && event.refusal !== 'removed';
    if (isDead && this.#link !== null) forgetLink(this.#link);
    this.store.change(reduceVisit(this.store.read(), event));
  }
}

async function loadStay(): Promise<typeof Stay> {
  return (await import('../connection/meeting-connection.ts')).Stay;
}
