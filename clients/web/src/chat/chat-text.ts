// What guests write to each other is shown as text only: nothing in it can become markup, turn the page's direction or grow without end.
import { stripUnsafeCharacters } from '../i18n/safe-text.ts';

export const MAX_MESSAGE_CHARACTERS = 2000;
const MAX_MESSAGE_LINES = 30;
const MAX_LINK_CHARACTERS = 500;

export type ChatPiece =
  { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

/** A message as it may be sent and shown: no control characters but line ends, none that change the writing direction around it. */
export function cleanChatText(text: string): string {
  const printed = text
    .slice(0, MAX_MESSAGE_CHARACTERS * 2)
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');
  const plain = stripUnsafeCharacters(printed).replace(/\n{3,}/g, '\n\n');
  const lines = plain.split('\n').slice(0, MAX_MESSAGE_LINES).join('\n');
  return [...lines].slice(0, MAX_MESSAGE_CHARACTERS).join('').trim();
}

/** The text in pieces, where http and https addresses that hide nothing are links. */
export function splitLinks(text: string): ChatPiece[] {
  const pieces: ChatPiece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(/\bhttps?:\/\/[^\s<>"']+/giu)) {
    const address = found.replace(/[.,;:!?)\]}]+$/u, '');
    const href = safeAddress(address);
    if (href === null) continue;
    if (index > end) pieces.push({ kind: 'text', text: text.slice(end, index) });
    pieces.push({ kind: 'link', text: address, href });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

/** Null for an address that leads elsewhere than it looks: with a user name in it, or a host that browsers write differently. */
function safeAddress(address: string): string | null {
  if (address.length > MAX_LINK_CHARACTERS || !URL.canParse(address)) return null;
  const url = new URL(address);
  const plain = url.username === '' && url.password === '' && /^https?:$/.test(url.protocol);
  const written = /^https?:\/\/([^/?#\\:]*)/i.exec(address)?.[1]?.toLowerCase();
  return plain && written === url.hostname && !address.includes('\\') ? url.href : null;
}
