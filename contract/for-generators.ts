// What client generators need beyond the meaning of the contract.
type Operation = { operationId?: string; parameters?: unknown[]; callbacks?: object };
type PathItem = Record<string, unknown> & { parameters?: unknown[] };
type Document = {
  paths: Record<string, PathItem>;
  webhooks?: Record<string, { post: Operation }>;
};

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/**
 * The document with the parameters of each path in its operations, first: else openapi-generator puts them behind
 * those of the operation. And with what a webhook receives as a callback of the operation that makes it: oapi-codegen
 * leaves out schemas that no path leads to.
 */
export function forGenerators<T extends Document>(document: T): T {
  const received = document.webhooks?.['event']?.post;
  const paths = Object.entries(document.paths).map(
    ([path, { parameters: shared = [], ...item }]) => [
      path,
      mapOperations(item, (operation) => ({
        ...operation,
        parameters: [...shared, ...(operation.parameters ?? [])],
        ...(received &&
          operation.operationId === 'createWebhook' && { callbacks: callback(received) }),
      })),
    ],
  );
  return { ...document, paths: Object.fromEntries(paths) };
}

function callback(received: Operation): object {
  const post = { ...received, operationId: `${received.operationId}OfWebhook` };
  return { event: { '{$request.body#/url}': { post } } };
}

function mapOperations(item: PathItem, change: (operation: Operation) => Operation): PathItem {
  return Object.fromEntries(
    Object.entries(item).map(([method, part]) => [
      method,
      METHODS.includes(method) ? change(part as Operation) : part,
    ]),
  );
}
