import { readFileSync } from 'node:fs';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  [keyword: string]: unknown;
};
type Parameter = {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
};
type RawOperation = {
  operationId: string;
  'x-scope'?: string;
  'x-no-body'?: boolean;
  parameters?: Parameter[];
  requestBody?: {
    required?: boolean;
    content: { 'application/json': { schema: Schema }; [mediaType: string]: { schema: Schema } };
  };
};
type RawPath = { parameters?: Parameter[] } & Record<string, RawOperation>;
type RawDocument = {
  info: { version: string };
  paths: Record<string, RawPath>;
  components: Record<string, Record<string, unknown>>;
};

/** A parameter of the query, which is always optional; only an array is given more than once. */
export type QueryParameter = { name: string; schema: Schema };

export type Operation = {
  operationId: string;
  method: string;
  /** With parameters in braces, as the contract writes it. */
  path: string;
  scope: string | undefined;
  /** `optional`: no body means an empty object. */
  body: 'json' | 'optional' | 'none' | 'ignored';
  bodyTypes: readonly string[];
  bodySchema: Schema | undefined;
  idempotencyKey: 'required' | 'optional' | 'ignored';
  query: readonly QueryParameter[];
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** A document of contract/, as `npm run generate` writes it from the YAML. */
export function contractDocument(name: 'openapi' | 'guest-api'): RawDocument {
  return JSON.parse(
    readFileSync(new URL(`../../../contract/generated/${name}.json`, import.meta.url), 'utf8'),
  );
}

export function operationsOf(document: RawDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = item[method];
      return raw ? [operationOf(document, path, method, raw, item.parameters ?? [])] : [];
    }),
  );
}

function operationOf(
  document: RawDocument,
  path: string,
  method: string,
  raw: RawOperation,
  shared: Parameter[],
): Operation {
  const parameters = [...shared, ...(raw.parameters ?? [])].map((parameter) =>
    resolve<Parameter>(document, parameter),
  );
  const key = parameters.find(
    (parameter) => parameter.in === 'header' && parameter.name === 'Idempotency-Key',
  );
  const schema = raw.requestBody?.content['application/json'].schema;
  return {
    operationId: raw.operationId,
    method: method.toUpperCase(),
    path,
    scope: raw['x-scope'],
    body: schema
      ? raw.requestBody?.required
        ? 'json'
        : 'optional'
      : raw['x-no-body']
        ? 'none'
        : 'ignored',
    bodyTypes: Object.keys(raw.requestBody?.content ?? {}),
    bodySchema: schema && inlined(document, schema),
    idempotencyKey: key ? (key.required ? 'required' : 'optional') : 'ignored',
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema: query }) => ({ name, schema: inlined(document, query) })),
  };
}

function resolve<T extends object>(document: RawDocument, value: T & { $ref?: string }): T {
  if (value.$ref === undefined) return value;
  const [, , section = '', name = ''] = value.$ref.split('/');
  return document.components[section]?.[name] as T;
}

/** The schema without references; `oneOf` of something and null becomes a nullable type, so that errors stay simple. */
function inlined(document: RawDocument, schema: Schema): Schema {
  const own = resolve<Schema>(document, schema);
  const nullable =
    own.oneOf?.length === 2 && own.oneOf[1]?.type === 'null' ? own.oneOf[0] : undefined;
  if (nullable) {
    const { type, ...rest } = inlined(document, nullable);
    const values = rest['enum'];
    return {
      ...rest,
      type: [type ?? [], 'null'].flat(),
      ...(Array.isArray(values) && { enum: [...values, null] }),
    };
  }
  const members = Object.entries(own.properties ?? {}).map(([name, member]) => [
    name,
    inlined(document, member),
  ]);
  return {
    ...own,
    ...(own.properties && { properties: Object.fromEntries(members) }),
    ...(own.items && { items: inlined(document, own.items) }),
  };
}

/** The schema of a new meeting's body. */
export function createMeetingSchema(): Schema {
  return inlined(contractDocument('openapi'), { $ref: '#/components/schemas/CreateMeeting' });
}
