// Chat messages are shown as text: nothing in them can become markup, change the writing direction
// of the page or grow without bound.
import { stripUnsafeCharacters } from '../i18n/strip-unsafe-characters.ts';

const MAX_MESSAGE_CHARACTERS = 2000;
const MAX_MESSAGE_LINES = 30;
const MAX_LINK_CHARACTERS = 500;

type ChatPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

/**
 * A message that is safe to send and show: no control characters but line breaks, none that change
 * the direction around it.
 */
export function cleanChatText(text: string): string {
  const lines = withoutControls(text.slice(0, MAX_MESSAGE_CHARACTERS * 2)).split('\n');
  const shown = lines.slice(0, MAX_MESSAGE_LINES).join('\n');
  return [...shown].slice(0, MAX_MESSAGE_CHARACTERS).join('').trim();
}

/** Whether `cleanChatText` would cut off a part of it. */
export function isTooLong(text: string): boolean {
  return cleanChatText(text) !== withoutControls(text);
}

function withoutControls(text: string): string {
  const printable = text.replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
  return stripUnsafeCharacters(printable)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Splits a text so that http and https addresses become links. */
export function splitLinks(text: string): ChatPart[] {
  const parts: ChatPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(/\bhttps?:\/\/[^\s<>"']+/giu)) {
    const address = withoutLastMarks(found);
    const href = safeAddress(address);
    if (href === null) continue;
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    parts.push({ kind: 'link', text: address, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/**
 * Without the marks of the sentence at its end. A closing bracket belongs to the address if it was
 * opened there.
 */
function withoutLastMarks(found: string): string {
  const count = (mark: string) => found.split(mark).length;
  const unopened = new Map(
    ['()', '[]', '{}'].map(([open = '', close = '']) => [close, count(close) - count(open)]),
  );
  let end = found.length;
  for (; end > 0; end -= 1) {
    const mark = found.charAt(end - 1);
    const excess = unopened.get(mark) ?? 0;
    if (excess > 0) unopened.set(mark, excess - 1);
    else if (!/[.,;:!?]/.test(mark)) break;
  }
  return found.slice(0, end);
}

/**
 * Null for an address that misleads: with a user name, or with a host that browsers display
 * differently.
 */
function safeAddress(address: string): string | null {
  const url = address.length > MAX_LINK_CHARACTERS ? null : parseUrl(address);
  if (url === null) return null;
  const plain = url.username === '' && url.password === '' && /^https?:$/.test(url.protocol);
  const host = /^https?:\/\/([^/?#\\:]*)/i.exec(address)?.[1]?.toLowerCase();
  return plain && host === url.hostname && !address.includes('\\') ? url.href : null;
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
