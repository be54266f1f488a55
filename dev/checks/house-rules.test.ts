import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { generated } from '../../contract/generate.ts';
import { missingMethods } from './contract-rules.ts';
import { houseFaults, type HouseDocument } from './house-rules.ts';

const problems = parse(readFileSync('contract/problems.yaml', 'utf8'));
const contractText = generated()['generated/openapi.json'] ?? '';
const contract = () => JSON.parse(contractText);

// Promise: 38, 54
test('the contract of today keeps the house rules', () => {
  expect(houseFaults(contract() as HouseDocument, problems)).toEqual([]);
});

test('an operation without a method of the client is reported, though the name of another one contains it', () => {
  expect(missingMethods(['lockMeeting', 'unlockMeeting'], 'operations.unlockMeeting,')).toEqual([
    'lockMeeting has no method in clients/sdk-typescript/client.ts',
  ]);
});

describe('a contract is refused', () => {
  // oxlint-disable-next-line typescript/no-explicit-any -- a document to break anywhere
  test.each<[string, (document: any) => void, string]>([
    ['without a license', (d) => delete d.info.license, 'info has no license'],
    [
      'with a tag that is not described',
      (d) => delete d.tags[0].description,
      'the tag meetings has no description',
    ],
    [
      'with a tag on a path and on what a webhook receives',
      (d) => (d.webhooks.event.post.tags = ['webhooks']),
      'the tag webhooks is on a path and on what a webhook receives',
    ],
    ['with a server over http', (d) => (d.servers[0].url = 'http://{host}'), 'is not https'],
    [
      'with a server that ends in a slash',
      (d) => (d.servers[0].url = 'https://{host}/'),
      'ends in a slash',
    ],
    [
      'with a server of no environment',
      (d) => (d.servers[0].description = 'Here'),
      'names no environment',
    ],
    [
      'with an operation without a summary',
      (d) => delete d.paths['/v1/key'].get.summary,
      'GET /v1/key lacks operationId or summary',
    ],
    [
      'with an operation without 429',
      (d) => delete d.paths['/v1/key'].get.responses['429'],
      'GET /v1/key does not declare 429',
    ],
    [
      'with an answer without RateLimit',
      (d) => delete d.components.responses.NotFound.headers.RateLimit,
      '404 lacks the header RateLimit',
    ],
    [
      'with a 429 without Retry-After',
      (d) => delete d.components.responses.TooManyRequests.headers['Retry-After'],
      '429 lacks the header Retry-After',
    ],
    [
      'with an error of another form',
      (d) => (d.components.responses.Gone.content = {}),
      '410 is no problem document',
    ],
    [
      'with an answer without an example',
      (d) => delete d.paths['/v1/key'].get.responses['200'].content['application/json'].examples,
      'GET /v1/key 200 has no example of application/json',
    ],
    [
      'with a body without an example',
      (d) => delete d.paths['/v1/webhooks'].post.requestBody.content['application/json'].examples,
      'POST /v1/webhooks body has no example of application/json',
    ],
    [
      'with a string without a bound',
      (d) => delete d.components.schemas.Meeting.properties.title.maxLength,
      'title has no maxLength',
    ],
    [
      'with an array without a bound',
      (d) => delete d.components.schemas.Transcript.properties.segments.maxItems,
      'segments has no maxItems',
    ],
    [
      'with a number without a bound',
      (d) => delete d.components.schemas.Segment.properties.endMs.maximum,
      'endMs has no maximum',
    ],
    [
      'with a member that is not described',
      (d) => delete d.components.schemas.Meeting.properties.title.description,
      'Meeting.title has no description',
    ],
    [
      'with an open set whose values are a closed list',
      (d) => (d.components.schemas.ParticipantState.enum = ['present']),
      'ParticipantState is open, but has a closed list of values',
    ],
    [
      'with a problem under another status',
      (d) => d.components.responses.Gone['x-problems'].push('internal_error'),
      'the problem internal_error is an example of 410',
    ],
    [
      'with a problem that no answer shows',
      (d) => (d.components.responses.Gone['x-problems'] = []),
      'the problem content_expired is an example of no response',
    ],
    // Promise: 53
    [
      'that deprecates an operation without saying so in its answers (RFC 9745, RFC 8594)',
      (d) => (d.paths['/v1/key'].get.deprecated = true),
      'GET /v1/key 200 is deprecated without the header Sunset',
    ],
  ])('%s', (_, harm, fault) => {
    const document = contract();
    harm(document);
    expect(houseFaults(document, problems).join('\n')).toContain(fault);
  });
});
