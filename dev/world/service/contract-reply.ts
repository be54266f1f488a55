// Compares each response of the server under test with the contract.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contractDocument, operationsOf } from '../../../src/server/binding/contract-document.ts';

type Response = {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
  'x-problems'?: string[];
};
type Answer = { status: number; contentType: string | null; text: string };

const document = contractDocument('openapi');
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'contract', ...document });
const operations = operationsOf(document).map((operation) => ({
  ...operation,
  pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));
const validators = new Map<string, ValidateFunction>();

/** How this response breaks the contract; null if it does not, or if the path is not in the contract. */
export function contractBreach(method: string, path: string, answer: Answer): string | null {
  const pathOnly = path.split('?')[0] ?? '';
  const operation = operations.find(
    (candidate) =>
      candidate.method === (method === 'HEAD' ? 'GET' : method) && candidate.pattern.test(pathOnly),
  );
  if (!operation) return null;
  const escaped = operation.path.replaceAll('/', '~1');
  const at = `/paths/${escaped}/${operation.method.toLowerCase()}/responses/${answer.status}`;
  const { found, pointer } = responseAt(at);
  if (!found) return `${operation.operationId} does not declare ${answer.status}`;
  if (answer.text === '') return null;
  const type = answer.contentType?.split(';')[0] ?? '';
  if (!found.content?.[type])
    return `${operation.operationId} ${answer.status} does not declare ${type}`;
  if (!type.endsWith('json')) return null;
  const body = JSON.parse(answer.text) as { code?: string };
  const problems = found['x-problems'];
  if (problems && !problems.includes(body.code ?? ''))
    return `${operation.operationId} ${answer.status} does not declare ${body.code}`;
  const validate = validatorFor(
    `contract#${pointer}/content/${encodeURIComponent(type.replaceAll('/', '~1'))}/schema`,
  );
  return validate(body)
    ? null
    : `${operation.operationId} ${answer.status}: ${ajv.errorsText(validate.errors)}`;
}

function responseAt(pointer: string): { found: Response | undefined; pointer: string } {
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/'));
  let value: unknown = document;
  for (const step of steps) value = (value as Record<string, unknown> | undefined)?.[step];
  const found = value as Response | undefined;
  if (found?.$ref !== undefined) return responseAt(found.$ref.slice(1));
  return {
    found,
    pointer: `/${steps.map((step) => encodeURIComponent(step.replaceAll('/', '~1'))).join('/')}`,
  };
}

function validatorFor(ref: string): ValidateFunction {
  const known = validators.get(ref) ?? ajv.compile({ $ref: ref });
  validators.set(ref, known);
  return known;
}
