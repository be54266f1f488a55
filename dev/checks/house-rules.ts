// What the contract must be beyond OpenAPI: the rules of Spectral's OWASP set that fit, and our own.
// Three of its rules do not fit. `define-cors-origin`: no browser of another origin calls this API.
// `no-credentials-in-url`: it takes `pageToken`, a sealed place in a list, for a credential.
// `string-restricted`: titles, names and words are free text, and references are opaque.
import type { Schema } from './schema-breaches.ts';

type Content = Record<string, { schema?: Schema; examples?: object }>;
type Response = {
  $ref?: string;
  description?: string;
  headers?: Record<string, unknown>;
  content?: Content;
  'x-problems'?: string[];
};
type Operation = {
  operationId?: string;
  summary?: string;
  tags?: string[];
  deprecated?: boolean;
  security?: unknown[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};
export type HouseDocument = {
  info: { license?: unknown };
  servers?: { url: string; description?: string; 'x-internal'?: boolean }[];
  tags?: { name: string; description?: string }[];
  paths?: Record<string, Record<string, unknown>>;
  webhooks?: Record<string, Record<string, unknown>>;
  components: { responses: Record<string, Response>; schemas?: Record<string, Schema> };
};
type Problems = Record<string, { status: number }>;

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const EVERYWHERE = ['401', '413', '414', '429', '500', '503'];
/** Answered outside of operations: to invalid requests, unknown paths and methods, and to the guest page. */
const OUTSIDE = [
  'host_required',
  'not_admitted',
  'participant_gone',
  'request_timeout',
  'headers_too_large',
  'not_found',
  'method_not_allowed',
  'guest_link_not_usable',
];

/** One line per fault. */
export function houseFaults(document: HouseDocument, problems: Problems): string[] {
  return [
    ...(document.info.license ? [] : ['info has no license']),
    ...(document.tags ?? [])
      .filter((tag) => !tag.description)
      .map((tag) => `the tag ${tag.name} has no description`),
    ...sharedTags(document),
    ...(document.servers ?? []).flatMap(serverFaults),
    ...operationsOf(document).flatMap(([at, operation]) =>
      operationFaults(document, at, operation),
    ),
    ...problemFaults(document, problems),
    ...schemaFaults(document, 'the contract'),
    ...Object.entries(document.components.schemas ?? {}).flatMap(descriptionFaults),
  ];
}

/** openapi-generator drops the operations of a path whose tag a webhook has too. */
function sharedTags(document: HouseDocument): string[] {
  const tagsOf = (part: HouseDocument) =>
    operationsOf(part).flatMap(([, operation]) => operation.tags ?? []);
  const ofPaths = new Set(tagsOf({ ...document, webhooks: {} }));
  return tagsOf({ ...document, paths: {} })
    .filter((tag) => ofPaths.has(tag))
    .map((tag) => `the tag ${tag} is on a path and on what a webhook receives`);
}

function serverFaults({
  url,
  description,
  'x-internal': internal,
}: NonNullable<HouseDocument['servers']>[number]): string[] {
  return [
    ...(/^https:\/\/[^/]+$/.test(url) && !url.includes('example.com')
      ? []
      : [`the server ${url} is not https, is an example, or ends in a slash`]),
    ...(internal === undefined ? [`the server ${url} lacks x-internal`] : []),
    ...(/production|staging|test|development/i.test(description ?? '')
      ? []
      : [`the server ${url} names no environment`]),
  ];
}

function operationsOf(document: HouseDocument): [string, Operation][] {
  return [document.paths ?? {}, document.webhooks ?? {}].flatMap((items) =>
    Object.entries(items).flatMap(([path, item]) =>
      METHODS.filter((method) => method in item).map((method): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        item[method] as Operation,
      ]),
    ),
  );
}

function operationFaults(document: HouseDocument, at: string, operation: Operation): string[] {
  const responses = Object.entries(operation.responses).map(
    ([status, response]): [string, Response] => [status, resolved(document, response)],
  );
  const ours = operation.security === undefined || operation.security.length > 0;
  const lacking = ours ? EVERYWHERE.filter((status) => !(status in operation.responses)) : [];
  return [
    ...(operation.operationId && operation.summary ? [] : [`${at} lacks operationId or summary`]),
    ...lacking.map((status) => `${at} does not declare ${status}`),
    ...responses.flatMap(([status, response]) =>
      ours ? responseFaults(`${at} ${status}`, status, response) : [],
    ),
    ...exampleFaults(`${at} body`, operation.requestBody?.content),
    ...(operation.deprecated ? deprecationFaults(at, responses) : []),
  ];
}

function responseFaults(at: string, status: string, { headers = {}, content }: Response): string[] {
  const wanted = [
    ...(/^[234]/.test(status) ? ['RateLimit', 'RateLimit-Policy'] : []),
    ...(status === '429' || status === '503' ? ['Retry-After'] : []),
  ];
  return [
    ...wanted.filter((name) => !(name in headers)).map((name) => `${at} lacks the header ${name}`),
    ...(/^[45]/.test(status) && !content?.['application/problem+json']
      ? [`${at} is no problem document`]
      : []),
    ...exampleFaults(at, content),
  ];
}

function exampleFaults(at: string, content: Content = {}): string[] {
  const without = Object.entries(content).filter(
    ([, { examples }]) => Object.keys(examples ?? {}).length === 0,
  );
  return without.map(([type]) => `${at} has no example of ${type}`);
}

/** RFC 9745 and 8594: the answer itself states since when, until when, and what to use instead. */
function deprecationFaults(at: string, responses: readonly [string, Response][]): string[] {
  const names = ['Deprecation', 'Sunset', 'Link'];
  const answers = responses.filter(([status]) => status.startsWith('2'));
  return answers.flatMap(([status, { headers = {} }]) =>
    names
      .filter((name) => !(name in headers))
      .map((name) => `${at} ${status} is deprecated without the header ${name}`),
  );
}

/** Each code is an example of the responses with its status, and no other. */
function problemFaults(document: HouseDocument, problems: Problems): string[] {
  const used = new Map<string, Set<string>>();
  for (const [, operation] of operationsOf(document))
    for (const [status, response] of Object.entries(operation.responses))
      for (const code of resolved(document, response)['x-problems'] ?? [])
        used.set(code, (used.get(code) ?? new Set()).add(status));
  const wrong = [...used].flatMap(([code, statuses]) =>
    [...statuses]
      .filter((status) => status !== String(problems[code]?.status))
      .map((status) => `the problem ${code} is an example of ${status}`),
  );
  const missing = Object.keys(problems).filter(
    (code) => !used.has(code) && !OUTSIDE.includes(code),
  );
  return [...wrong, ...missing.map((code) => `the problem ${code} is an example of no response`)];
}

function resolved(document: HouseDocument, response: Response): Response {
  const name = response.$ref?.split('/').pop();
  return name === undefined ? response : (document.components.responses[name] ?? {});
}

/** Everything that carries data must be bounded. */
function schemaFaults(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'type' in value ? boundFaults(value, at) : [];
  const parts = Object.entries(value).filter(([name]) => name !== 'example' && name !== 'examples');
  return [...own, ...parts.flatMap(([name, part]) => schemaFaults(part, `${at}/${name}`))];
}

/** References are described at their target. */
function descriptionFaults([name, schema]: [string, Schema]): string[] {
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const { description } = schema;
  // A generated client refuses values that a closed list lacks.
  const isOpen = typeof description === 'string' && /\bmay be added\b/.test(description);
  return [
    ...(description ? [] : [`${name} has no description`]),
    ...(isOpen && 'enum' in schema ? [`${name} is open, but has a closed list of values`] : []),
    ...members
      .filter(([, member]) => !member['description'] && !member['$ref'])
      .map(([member]) => `${name}.${member} has no description`),
  ];
}

function boundFaults(schema: Schema, at: string): string[] {
  const types = [schema['type']].flat();
  const lacks = (name: string) => (name in schema ? [] : [`${at} has no ${name}`]);
  return [
    ...(types.includes('string') && !('enum' in schema) ? lacks('maxLength') : []),
    ...(types.includes('array') ? lacks('maxItems') : []),
    ...(types.includes('integer')
      ? [...lacks('format'), ...lacks('minimum'), ...lacks('maximum')]
      : []),
  ];
}
