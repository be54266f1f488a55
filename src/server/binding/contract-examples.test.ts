import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { problems } from '../../../contract/generated/problems.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { contractDocument, type Operation, operationsOf } from './contract-document.ts';

type Example = { $ref?: string; value?: unknown };
type Media = { schema: object; examples?: Record<string, Example> };
type Body = { content: Record<string, Media> };
type Response = { $ref?: string; content?: Record<string, Media> };

const document = contractDocument('openapi');
const operations = operationsOf(document);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'contract', ...document });

function resolved<T extends { $ref?: string }>(value: T): T {
  const [, , section = '', name = ''] = value.$ref?.split('/') ?? [];
  return value.$ref === undefined ? value : (document.components[section]?.[name] as T);
}

const rawOf = ({ path, method }: Operation) =>
  document.paths[path]?.[method.toLowerCase()] as unknown as {
    requestBody?: Body;
    responses: Record<string, Response>;
  };
const valuesOf = ({ examples = {} }: Media): [string, unknown][] =>
  Object.entries(examples).map(([name, example]) => [name, resolved(example).value]);

/** A schema's references are resolved in the document that contains it. */
function faultsIn(media: Media): string[] {
  const schema = JSON.parse(JSON.stringify(media.schema).replaceAll('"#/', '"contract#/'));
  const validate = ajv.compile(schema);
  return valuesOf(media).flatMap(([name, value]) =>
    validate(value) ? [] : [`${name}: ${ajv.errorsText(validate.errors)}`],
  );
}

// Promise: 54
test.each(operations.map((operation): [string, Operation] => [operation.operationId, operation]))(
  '%s has for its body and for every answer that has one an example that the schema takes',
  (_, operation) => {
    const { requestBody, responses } = rawOf(operation);
    const bodies = Object.values(requestBody?.content ?? {});
    const answers = Object.values(responses).flatMap((response) =>
      Object.values(resolved(response).content ?? {}),
    );
    for (const media of [...bodies, ...answers])
      expect([valuesOf(media).length > 0, faultsIn(media)]).toEqual([true, []]);
  },
);

test.each(['openapi', 'guest-api'] as const)('%s has a valid schema for every body', (name) => {
  for (const { operationId, bodySchema } of operationsOf(contractDocument(name))) {
    void ajv.validateSchema(bodySchema ?? {});
    expect([operationId, ajv.errors]).toEqual([operationId, null]);
  }
});

test('the example of a problem is what the service answers', async () => {
  const world = await serverWorld();
  const reply = await world.call('GET', '/v1/meetings?pageSize=0');
  const { BadRequest } = document.components['responses'] as Record<string, Response>;
  const examples = BadRequest?.content?.['application/problem+json']?.examples ?? {};
  const { type, instance, requestId, ...example } = Object(
    examples['invalid_parameter']?.value,
  ) as Record<string, unknown>;
  expect(reply.json).toMatchObject(example);
  expect([type, instance]).toEqual([
    'https://meet.acme.test/problems/invalid-parameter',
    `urn:uuid:${String(requestId)}`,
  ]);
  expect(problems.invalid_parameter).not.toHaveProperty('example');
});

// Promise: 54
test('every example of a body is taken by the service', async () => {
  const world = await serverWorld();
  world.ctx.outgoing.judge = async () => 'allowed';
  for (const operation of operations)
    for (const [contentType, media] of Object.entries(rawOf(operation).requestBody?.content ?? {}))
      for (const [name, value] of valuesOf(media)) {
        const meeting = await world.call('POST', '/v1/meetings', {
          body: {
            title: 'x',
            schedule: {
              startAt: '2026-11-24T15:00:00+01:00',
              endAt: '2026-11-24T16:00:00+01:00',
              timezone: 'Europe/Berlin',
            },
            guestLinks: [{}],
          },
        });
        const [link] = meeting.json['guestLinks'] as { guestLinkRef: string; guestUrl: string }[];
        const secret = new URL(String(link?.guestUrl)).hash.slice('#k='.length);
        const guest = await world.call('POST', `/guest/links/${String(link?.guestLinkRef)}/join`, {
          key: null,
          body: { secret, displayName: 'Ana' },
        });
        const webhook = await world.call('POST', '/v1/webhooks', {
          body: { url: 'https://hooks.acme.test/parley' },
        });
        const path = operation.path
          .replace('{meetingRef}', String(meeting.json.meetingRef))
          .replace('{participantRef}', String(guest.json['participantRef']))
          .replace('{webhookRef}', String(webhook.json.webhookRef));
        const reply = await world.call(operation.method, path, {
          body: value,
          headers: { 'content-type': contentType },
        });
        expect([operation.operationId, name, Math.floor(reply.status / 100)]).toEqual([
          operation.operationId,
          name,
          2,
        ]);
      }
});
