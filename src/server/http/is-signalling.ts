const SIGNALLING = /^\/rtc(?:[/?]|$)/;

/** Whether a URL without its origin is one of the media server's signalling. */
export function isSignalling(url: string): boolean {
  return SIGNALLING.test(url);
}
