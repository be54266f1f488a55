import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  breakingChanges,
  contractBreaches,
  newestOf,
  problemBreaches,
} from './breaking-changes.ts';
import type { Contract } from './schema-breaches.ts';

const text = readFileSync('contract/released/openapi-1.0.0-rc.1.yaml', 'utf8');
const released: Contract = parse(text, { maxAliasCount: -1 });
/** What the gate says of the released contract with one edit of its text. */
function edited(from: string, to: string, of = text, before = released): string[] {
  expect(of).toContain(from);
  return contractBreaches(before, parse(of.replace(from, to), { maxAliasCount: -1 }));
}
const newer = readFileSync('contract/openapi.yaml', 'utf8');
/** The contract of today, whose webhooks and streams the released one does not have. */
const today: Contract = parse(newer, { maxAliasCount: -1 });

// Promise: 52
test('the contract of today breaks no client of the released one', () => {
  expect(breakingChanges()).toEqual([]);
});

describe('refused', () => {
  test.each<[string, string, string, string]>([
    [
      'an operation that is gone',
      '/v1/meetings/{meetingRef}/summary:',
      '/v1/meetings/{meetingRef}/digest:',
      'is gone',
    ],
    [
      'another operationId',
      'operationId: readSummary',
      'operationId: getSummary',
      'another operationId',
    ],
    [
      'another scope',
      'x-scope: summaries:read',
      'x-scope: transcripts:read',
      'needs another scope',
    ],
    [
      'a state that clients do not know',
      'ended, cancelled, failed]',
      'ended, cancelled, failed, paused]',
      'may be paused now',
    ],
    [
      'a member that is not sent any more',
      'required: [meetingRef, meetingState, title,',
      'required: [meetingRef, meetingState,',
      'may lack title now',
    ],
    [
      'a member of another name',
      '        overview: { type:',
      '        abstract: { type:',
      'has no overview any more',
    ],
    [
      'a member that may be null',
      "createdAt: { $ref: '#/components/schemas/Timestamp' }\n        stateChangedAt",
      "createdAt: { $ref: '#/components/schemas/NullableTimestamp' }\n        stateChangedAt",
      'may be null now',
    ],
    [
      'a new required member of a body',
      'required: [title]',
      'required: [title, schedule]',
      'needs schedule now',
    ],
    [
      'a shorter title',
      'title: { type: string, minLength: 1, maxLength: 200, desc',
      'title: { type: string, minLength: 1, maxLength: 100, desc',
      'has a smaller maxLength',
    ],
    [
      'a required header',
      'name: Prefer, in: header, required: false',
      'name: Prefer, in: header, required: true',
      'Prefer is required now',
    ],
    [
      'a parameter that is gone',
      ", { $ref: '#/components/parameters/Prefer' }]",
      ']',
      'the parameter Prefer is gone',
    ],
    [
      'a media type that is gone',
      '            text/vtt: {',
      '            text/srt: {',
      'text/vtt is gone',
    ],
    [
      'another success',
      "        '201':\n          description: The meeting",
      "        '202':\n          description: The meeting",
      '202 is a new success',
    ],
  ])('%s', (_, from, to, breach) => {
    expect(edited(from, to).join('\n')).toContain(breach);
  });

  test.each<[string, string, string, string]>([
    ['a webhook that is gone', '  event:\n    post:', '  news:\n    post:', 'POST event: is gone'],
    [
      'a member that a webhook sends no more',
      'required: [eventRef, type, timestamp, data]\n      properties:\n        eventRef:\n',
      'required: [eventRef, type, timestamp]\n      properties:\n        eventRef:\n',
      'POST event: application/json as Event may lack data now',
    ],
    [
      'a member that a stream sends no more',
      "        text: { type: string, maxLength: 10000, description: 'What was said.' }",
      "        words: { type: string, maxLength: 10000, description: 'What was said.' }",
      'text/event-stream as JSON as LiveSegment has no text any more',
    ],
    [
      'something else in a stream',
      "{ $ref: '#/components/schemas/LiveConsent' }",
      "{ $ref: '#/components/schemas/Problem' }",
      'may be Problem now',
    ],
    [
      'a shorter value of metadata',
      'additionalProperties: { type: string, maxLength: 500, x-rule: storable-text }',
      'additionalProperties: { type: string, maxLength: 100, x-rule: storable-text }',
      'body.metadata.* has a smaller maxLength',
    ],
    ['less metadata', 'maxProperties: 50', 'maxProperties: 20', 'has a smaller maxProperties'],
  ])('%s', (_, from, to, breach) => {
    expect(edited(from, to, newer, today).join('\n')).toContain(breach);
  });

  test('a problem that was removed or has another status', () => {
    const was = { a: { status: 400 }, b: { status: 404 } };
    expect(problemBreaches(was, { a: { status: 422 } })).toEqual([
      'the problem a has another status',
      'the problem b is gone',
    ]);
  });
});

describe('welcome', () => {
  test.each<[string, string, string]>([
    [
      'a new optional member of a body',
      '        schedule:\n          description: Absent',
      '        colour: { type: string }\n        schedule:\n          description: Absent',
    ],
    [
      'a new member of an answer',
      '        topics: { type: array',
      '        mood: { type: string }\n        topics: { type: array',
    ],
    [
      'a longer title',
      'title: { type: string, minLength: 1, maxLength: 200, desc',
      'title: { type: string, minLength: 1, maxLength: 300, desc',
    ],
    ['another description', 'summary: Create a meeting', 'summary: Make a meeting'],
  ])('%s', (_, from, to) => {
    expect(edited(from, to)).toEqual([]);
  });
});

// Promise: 52
test('the newest release is found by its version', () => {
  const names = ['openapi-1.0.0-rc.9.yaml', 'openapi-1.0.0-rc.10.yaml', 'openapi-0.9.0.yaml'];
  expect(newestOf(names)).toBe('openapi-1.0.0-rc.10.yaml');
  expect(newestOf([...names, 'openapi-1.0.0.yaml'])).toBe('openapi-1.0.0.yaml');
  expect(newestOf(['openapi-1.0.0.yaml', 'openapi-1.0.1-rc.1.yaml'])).toBe(
    'openapi-1.0.1-rc.1.yaml',
  );
});
