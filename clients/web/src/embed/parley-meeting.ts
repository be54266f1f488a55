// <parley-meeting link="https://…/j/…#k=…">: a meeting inside another page.
// Served as /embed.js and documented in docs/guide/embedding.md.
import { frameAddress } from './frame-address.ts';

const ALLOWED =
  'camera; microphone; display-capture; autoplay; fullscreen; picture-in-picture; screen-wake-lock';

class ParleyMeeting extends HTMLElement {
  static readonly observedAttributes = ['link'];
  readonly #frame = document.createElement('iframe');
  #origin = '';

  constructor() {
    super();
    this.#frame.allow = ALLOWED;
    this.#frame.referrerPolicy = 'no-referrer';
    this.#frame.title = 'Meeting';
    this.#frame.style.cssText =
      'display:block;width:100%;height:100%;min-height:inherit;border:0;border-radius:inherit';
    this.attachShadow({ mode: 'closed' }).append(this.#frame);
  }

  connectedCallback(): void {
    // Inline styles set by script need no exception in the content security policy of the parent
    // page.
    if (this.style.display === '') this.style.display = 'block';
    if (this.style.minHeight === '') this.style.minHeight = '480px';
    addEventListener('message', this.#onMessage);
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#onMessage);
  }

  attributeChangedCallback(): void {
    const url = frameAddress(this.getAttribute('link') ?? '');
    if (url === null) return;
    this.#origin = url.origin;
    this.#frame.src = url.href;
  }

  mute(): void {
    this.#command('mute');
  }

  cameraOff(): void {
    this.#command('cameraOff');
  }

  leave(): void {
    this.#command('leave');
  }

  #command(command: string): void {
    if (this.#origin !== '')
      this.#frame.contentWindow?.postMessage({ target: 'parley', command }, this.#origin);
  }

  readonly #onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== this.#frame.contentWindow || origin !== this.#origin) return;
    if (
      typeof data !== 'object' ||
      data === null ||
      !('source' in data) ||
      data.source !== 'parley' ||
      !('type' in data)
    )
      return;
    this.dispatchEvent(
      new CustomEvent(`parley-${String(data.type)}`, { detail: data, bubbles: true }),
    );
  };
}

if (customElements.get('parley-meeting') === undefined)
  customElements.define('parley-meeting', ParleyMeeting);
