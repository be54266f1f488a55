import { randomInt } from 'node:crypto';

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` characters of 5.95 bits each from a CSPRNG. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(62)]).join('');
}

/** An opaque reference such as `mtg_7Hc2Qm9ZtR4vKx81LbNfWpYs` (142 bits). */
export function newRef<Prefix extends string>(prefix: Prefix): `${Prefix}_${string}` {
  return `${prefix}_${randomBase62(24)}`;
}

const REF = /^([a-z]+)_[0-9A-Za-z]{24}$/;

/** Whether a text has the form of our references with this prefix. It may be unknown. */
export function isRef(text: string, prefix: string): boolean {
  return REF.exec(text)?.[1] === prefix;
}
