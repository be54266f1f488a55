// What the documents of the contract are made of.
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: (string | null)[];
  /** The values of an open set that are known now. */
  'x-extensible-enum'?: string[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
};

type Paths = Record<string, Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/** The paths of a document with what `change` makes of each operation. */
export function mapOperations<Operation>(
  paths: Paths,
  change: (operation: Operation, at: { path: string; method: string }) => Operation,
): Paths {
  return mapValues(paths, (item, path) =>
    mapValues(item, (part, method) =>
      METHODS.includes(method) ? change(part as Operation, { path, method }) : part,
    ),
  );
}

export function mapValues<T, To>(
  record: Record<string, T>,
  change: (value: T, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, change(value, name)]),
  );
}
