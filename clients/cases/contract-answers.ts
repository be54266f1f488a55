// The service's answers, taken from the contract's examples.
import { readFileSync } from 'node:fs';
import { problems } from '../../contract/generated/problems.ts';

export type Answer = { status: number; headers: Record<string, string>; body: string };

type Example = { $ref?: string; value?: unknown };
type Content = Record<string, { examples?: Record<string, Example> }>;
type Operation = { operationId?: string; responses: Record<string, { content?: Content }> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    examples: Record<string, Example>;
    responses: Record<string, { content?: Content }>;
  };
};

const contract: Document = JSON.parse(
  readFileSync(new URL('../../contract/generated/openapi.json', import.meta.url), 'utf8'),
);
const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Method and path of every operation. */
export const contractOperations = operations
  .filter(({ operation }) => operation.operationId)
  .map(({ path, method }) => `${method.toUpperCase()} ${path}`);

const JSON_TYPE = 'application/json';
export const ETAG = '"1-json"';

/** The successful answer of an operation: its first example, or the named one. */
export function success(id: string, example?: string, type = JSON_TYPE): Answer {
  const responses = operations.find(({ operation }) => operation.operationId === id)?.operation
    .responses;
  const [status, response] =
    Object.entries(responses ?? {}).find(([code]) => code.startsWith('2')) ?? [];
  if (!status) throw new Error(`the contract has no ${id}`);
  if (!response?.content) return { status: Number(status), headers: {}, body: '' };
  const examples = response.content[type]?.examples ?? {};
  const found = example === undefined ? Object.values(examples)[0] : examples[example];
  const name = found?.$ref?.split('/').pop();
  const value = name ? contract.components.examples[name]?.value : found?.value;
  if (value === undefined) throw new Error(`the contract has no example ${example ?? ''} of ${id}`);
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return { status: Number(status), headers: { 'content-type': type, etag: ETAG }, body };
}

/** The refusal with this code: its example, else one made of what the contract says of the code. */
export function refusal(code: string, retryAfter?: string): Answer {
  const type = 'application/problem+json';
  const found = Object.values(contract.components.responses)
    .map(({ content }) => content?.[type]?.examples?.[code]?.value)
    .find((value) => value !== undefined);
  const { status, title, help } = problems[code as keyof typeof problems];
  const body = JSON.stringify(found ?? { type: code, title, status, code, detail: help });
  const wait = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return { status, headers: { 'content-type': type, ...wait }, body };
}
