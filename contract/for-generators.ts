// What client generators need beyond the meaning of the contract.
import { mapOperations, mapValues } from './document.ts';

type Operation = { operationId?: string; parameters?: unknown[]; callbacks?: object };
type PathItem = Record<string, unknown> & { parameters?: unknown[] };
type Property = { oneOf?: { type?: string }[]; description?: string };
type Schema = { properties?: Record<string, Property>; required?: string[] };
type Document = {
  paths: Record<string, PathItem>;
  webhooks?: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema> };
};

/**
 * The document with each path's parameters first in its operations: otherwise openapi-generator puts them after the
 * operation's own. What a webhook receives becomes a callback of the operation that creates it, since oapi-codegen
 * leaves out schemas that no path leads to.
 */
export function forGenerators<T extends Document>(document: T): T {
  const received = document.webhooks?.['event']?.post;
  const items = mapValues(document.paths, (item) => {
    const { parameters: _, ...operations } = item;
    return operations;
  });
  const paths = mapOperations<Operation>(items, (operation, { path }) => ({
    ...operation,
    parameters: [...(document.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])],
    ...(received && operation.operationId === 'createWebhook' && { callbacks: callback(received) }),
  }));
  const schemas = mapValues(document.components.schemas, withoutRequiredNulls);
  return { ...document, paths, components: { ...document.components, schemas } };
}

/**
 * openapi-generator's Java client refuses null in a required member that is otherwise a schema of its own. Such members
 * are always present, as their descriptions say, but not marked as required, so that clients accept them.
 */
function withoutRequiredNulls(schema: Schema): Schema {
  const isOrNull = ({ oneOf }: Property) => oneOf?.some(({ type }) => type === 'null') === true;
  const { properties = {}, required = [] } = schema;
  const freed = required.filter((name) => properties[name] && isOrNull(properties[name]));
  if (freed.length === 0) return schema;
  const described = freed.map((name) => {
    const description = `${properties[name]?.description ?? ''} Always present.`.trim();
    return [name, { ...properties[name], description }];
  });
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(described) },
    required: required.filter((name) => !freed.includes(name)),
  };
}

function callback(received: Operation): object {
  const post = { ...received, operationId: `${received.operationId}OfWebhook` };
  return { event: { '{$request.body#/url}': { post } } };
}
