// Lets the tabs of one browser know of each other, so that nobody is in a meeting twice by
// accident. Only the reference of the link is sent, never its secret, and only within this browser
// and origin.
const CHANNEL = 'parley.tabs';

type TabMessage = { kind: 'asking' | 'here' | 'gone' | 'leave'; link: string };

export class OtherTabs implements Disposable {
  readonly #channel =
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  readonly #link: string;

  /**
   * `onPresence`: whether another tab is in the meeting of this link. `onLeave`: another tab asks
   * this one to leave.
   */
  constructor(
    link: string,
    inMeeting: () => boolean,
    onPresence: (present: boolean) => void,
    onLeave: () => void,
  ) {
    this.#link = link;
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isTabMessage(data) || data.link !== link) return;
      if (data.kind === 'here') onPresence(true);
      else if (data.kind === 'gone') {
        onPresence(false);
        // There may be a third tab.
        this.ask();
      } else if (inMeeting() && data.kind === 'asking') this.send('here');
      else if (inMeeting()) onLeave();
    });
  }

  ask(): void {
    this.send('asking');
  }

  askToLeave(): void {
    this.send('leave');
  }

  [Symbol.dispose](): void {
    this.#channel?.close();
  }

  send(kind: TabMessage['kind']): void {
    this.#channel?.postMessage({ kind, link: this.#link } satisfies TabMessage);
  }
}

function isTabMessage(value: unknown): value is TabMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, link } = value as Record<string, unknown>;
  return (
    typeof link === 'string' &&
    (kind === 'asking' || kind === 'here' || kind === 'gone' || kind === 'leave')
  );
}
