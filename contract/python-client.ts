// The generated parts of clients/sdk-python: models from the contract, and the blocking client from the asynchronous
// one.
import { globSync, readFileSync } from 'node:fs';
import type { Schema } from './document.ts';

const PACKAGE = '../clients/sdk-python/src/parley_meetings';
const HEAD = 'Made by contract/generate.ts; do not edit.';
const MAX_LINE = 116;
/** Space for what comes before a list of values. */
const MAX_NAME = 20;

/** Every generated file with its text, by path below contract/. */
export function pythonClient(
  schemas: Record<string, Schema>,
  problemCodes: readonly string[],
): Record<string, string> {
  const folder = new URL(`${PACKAGE}/_async/`, import.meta.url);
  const blocking = globSync('*.py', { cwd: folder }).map((name) => [
    `${PACKAGE}/_sync/${name}`,
    blockingFrom(readFileSync(new URL(name, folder), 'utf8')),
  ]);
  return {
    [`${PACKAGE}/models.py`]: modelsOf(schemas, problemCodes),
    ...Object.fromEntries(blocking),
  };
}

const BLOCKING: readonly (readonly [RegExp, string])[] = [
  [/\basync (?=def|with|for)/g, ''],
  [/\bawait /g, ''],
  [/\bAsyncGenerator\[(\w+), None\]/g, 'Generator[$1, None, None]'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\b__a(?=enter__|exit__)/g, '__'],
  [/\baclos(?=e\b|ing\b)/g, 'clos'],
  [/\baread\b/g, 'read'],
  [/\baiter_text\b/g, 'iter_text'],
  [/^from anyio import sleep\n/m, ''],
  [/^from dataclasses import replace$/m, 'from dataclasses import replace\nfrom time import sleep'],
];

function blockingFrom(text: string): string {
  const made = BLOCKING.reduce((before, [from, to]) => before.replace(from, to), text);
  return `# ${HEAD}\n${made}`;
}

function modelsOf(schemas: Record<string, Schema>, problemCodes: readonly string[]): string {
  const classes = Object.entries(schemas).filter(([, schema]) => schema.properties);
  const aliases = Object.entries(schemas).filter(([, schema]) => !schema.properties);
  const nullable = new Set(
    classes.filter(([, schema]) => isNullable(schema)).map(([name]) => name),
  );
  const type = (schema: Schema): string => typeOf(schema, nullable);
  return [
    `"""What the service takes and gives, by the names of the contract. ${HEAD}"""`,
    '',
    'from __future__ import annotations',
    '',
    'from typing import Literal, TypedDict',
    '',
    ...aliases.flatMap(([name, schema]) => [...comment(schema, ''), `${name} = ${type(schema)}`]),
    `ProblemCode = ${literal(problemCodes)}`,
    ...classes.flatMap(([name, schema]) => classOf(name, schema, type)),
    '',
  ].join('\n');
}

const isNullable = (schema: Schema) => [schema.type].flat().includes('null');

function literal(values: readonly string[]): string {
  const line = `Literal[${values.map((value) => `"${value}"`).join(', ')}]`;
  if (line.length < MAX_LINE - MAX_NAME) return line;
  return `Literal[\n${values.map((value) => `    "${value}",\n`).join('')}]`;
}

/** Members that may be absent are in a class of their own: Python 3.10 has no NotRequired. */
function classOf(name: string, schema: Schema, type: (schema: Schema) => string): string[] {
  const members = Object.entries(schema.properties ?? {});
  const needed = members.filter(([member]) => schema.required?.includes(member));
  const optional = members.filter(([member]) => !schema.required?.includes(member));
  const lines = (some: typeof members) =>
    some.flatMap(([member, one]) => [...comment(one, '    '), `    ${member}: ${type(one)}`]);
  const doc = comment(schema, '');
  if (optional.length === 0) return ['', '', ...doc, `class ${name}(TypedDict):`, ...lines(needed)];
  if (needed.length === 0)
    return ['', '', ...doc, `class ${name}(TypedDict, total=False):`, ...lines(optional)];
  return [
    '',
    '',
    `class _${name}(TypedDict):`,
    ...lines(needed),
    '',
    '',
    ...doc,
    `class ${name}(_${name}, total=False):`,
    ...lines(optional),
  ];
}

function typeOf(schema: Schema, nullable: ReadonlySet<string>): string {
  const inner = (one: Schema) => typeOf(one, nullable);
  if (schema.$ref) {
    const name = schema.$ref.split('/').pop() ?? 'object';
    return nullable.has(name) ? `${name} | None` : name;
  }
  if (schema.oneOf) return schema.oneOf.map(inner).join(' | ');
  if (schema.enum) {
    const values = schema.enum.filter((value) => value !== null);
    return schema.enum.includes(null) ? `${literal(values)} | None` : literal(values);
  }
  const types = [schema.type ?? 'unknown'].flat();
  return types.map((one) => plainType(one, schema, inner)).join(' | ');
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

function plainType(type: string, schema: Schema, inner: (one: Schema) => string): string {
  if (type === 'array') return `list[${inner(schema.items ?? {})}]`;
  if (type === 'object' && typeof schema.additionalProperties === 'object')
    return `dict[str, ${inner(schema.additionalProperties)}]`;
  return PLAIN[type] ?? 'object';
}

function comment({ description }: Schema, indent: string): string[] {
  if (!description) return [];
  const lines: string[] = [];
  let line = '';
  for (const word of description.trim().split(/\s+/)) {
    if (line.length + word.length > MAX_LINE - indent.length) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].map((text) => `${indent}# ${text}`);
}
