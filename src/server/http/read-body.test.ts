import { describe, expect, test } from 'vitest';
import { isJson } from './read-body.ts';

const TYPE = 'application/json';
const PARTS = [' ', ';', 'charset', '=', '"', 'UTF-8'];
/** Enough for `; charset="utf-8";`. */
const MAX_PARTS = 7;
/** A rule that takes the square of this many steps takes minutes: far longer than a test may. */
const LONG = 300_000;

describe('the content type of JSON', () => {
  test('may name UTF-8 and end in a semicolon, and nothing else, with spaces between the parts', () => {
    const wrong = [...parameters(MAX_PARTS)].filter(
      (text) => isJson({ 'content-type': TYPE + text }) !== isExpected(text),
    );
    expect(wrong).toEqual([]);
  });

  const run = ' '.repeat(LONG);
  test.each([
    ['spaces before a semicolon', `${TYPE}${run}x`],
    ['spaces before the charset', `${TYPE};${run}x`],
    ['spaces before an equals sign', `${TYPE};charset${run}x`],
    ['spaces after an equals sign', `${TYPE};charset=${run}x`],
    ['spaces after the charset', `${TYPE};charset=utf-8${run}x`],
    ['spaces at the end', `${TYPE};charset=utf-8;${run}x`],
    ['spaces everywhere', `${TYPE}${run};${run}charset${run}=${run}utf-8${run};${run}x`],
    ['letters without a slash', 'a'.repeat(LONG)],
    ['letters after the slash', `a/${'a'.repeat(LONG)}"`],
  ])('is refused in one pass: a long run of %s', (_, value) => {
    expect(isJson({ 'content-type': value })).toBe(false);
  });
});

/** All texts of up to so many parts. */
function* parameters(most: number): Generator<string> {
  yield '';
  if (most === 0) return;
  for (const rest of parameters(most - 1)) for (const part of PARTS) yield part + rest;
}

/** The same rule, written without one pattern for the whole. */
function isExpected(text: string): boolean {
  const [beforeFirst, ...parts] = text.split(';').map((part) => part.trim());
  const charset = parts[0] === '' ? undefined : parts.shift();
  return (
    beforeFirst === '' &&
    (charset === undefined || /^charset\s*=\s*"?utf-8"?$/i.test(charset)) &&
    (parts.length === 0 || (parts.length === 1 && parts[0] === ''))
  );
}
