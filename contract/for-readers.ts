// What the reference adds to each operation: its scope in words, and examples with curl, the TypeScript client and the
// Python client. The package tests of both clients compile these examples.
import { mapOperations } from './document.ts';

type Body = { content: Record<string, { examples?: Record<string, { value: unknown }> }> };
type Parameter = { $ref?: string };
type Operation = {
  operationId?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Body;
  'x-scope'?: string;
};
type Document = { paths: Record<string, Record<string, unknown>> };
type CodeSample = { lang: string; label: string; source: string };

const SHELL_URL = '$PARLEY_URL';

/** The clients' method where it differs from the operation's verb, and how it is called. */
const METHOD_OF: Record<string, string> = {
  listMeetings: 'meetings.listAll',
  listParticipants: 'participants.listAll',
  listWebhookDeliveries: 'webhooks.listAllDeliveries',
  rotateWebhookSecret: 'webhooks.rotateSecret',
  replayWebhookDelivery: 'webhooks.replayDelivery',
  readTranscript: 'transcripts.waitFor',
  readSummary: 'summaries.waitFor',
  streamTranscript: 'transcripts.live',
  streamEvents: 'events.stream',
  readKey: 'keys.readOwn',
  muteAll: 'meetings.muteAll',
  admitAll: 'meetings.admitAll',
  makeHost: 'participants.makeHost',
  makeGuest: 'participants.makeGuest',
  unlockMedia: 'participants.unlockMedia',
  lowerHand: 'participants.lowerHand',
};
/** Operations that both clients return as an iterator. */
const STREAMED = new Set([
  'listMeetings',
  'listParticipants',
  'listWebhookDeliveries',
  'streamTranscript',
  'streamEvents',
]);
const NOUNS: Record<string, string> = {
  Meeting: 'meetings',
  GuestLink: 'guestLinks',
  GuestLinks: 'guestLinks',
  MediaToken: 'mediaTokens',
  Participant: 'participants',
  Transcript: 'transcripts',
  Summary: 'summaries',
  Webhook: 'webhooks',
  Webhooks: 'webhooks',
};

/** The document with `x-codeSamples` in each operation, and its scope in words. */
export function forReaders<T extends Document>(document: T): T {
  return { ...document, paths: mapOperations(document.paths, withSamples) };
}

function withSamples(
  operation: Operation,
  { method, path }: { method: string; path: string },
): Operation {
  const call = callOf(path, operation);
  const samples: CodeSample[] = [
    { lang: 'Shell', label: 'curl', source: withCurl(method, path, operation) },
    { lang: 'TypeScript', label: 'TypeScript', source: withTypeScript(call) },
    { lang: 'Python', label: 'Python', source: withPython(call) },
  ];
  const scope = operation['x-scope'];
  const described = scope && {
    description: `${operation.description ?? ''}\n\nScope: \`${scope}\`.`.trim(),
  };
  return { ...operation, ...described, 'x-codeSamples': samples } as Operation;
}

type Call = { method: string; refs: string[]; body: unknown; isStreamed: boolean };

function callOf(path: string, operation: Operation): Call {
  const id = operation.operationId ?? '';
  const [, verb = '', noun = ''] = /^([a-z]+)(\w*)$/.exec(id) ?? [];
  const method = METHOD_OF[id] ?? `${NOUNS[noun] ?? noun}.${verb}`;
  const refs = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  // A guest link needs no body.
  const body = id === 'createGuestLink' ? undefined : bodyOf(operation);
  return { method, refs, body, isStreamed: STREAMED.has(id) };
}

function bodyOf({ requestBody }: Operation): unknown {
  const [content] = Object.values(requestBody?.content ?? {});
  const [example] = Object.values(content?.examples ?? {});
  return example?.value;
}

function withCurl(method: string, path: string, operation: Operation): string {
  const url = SHELL_URL + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${shouted(name)}`);
  const body = bodyOf(operation);
  const type = Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json';
  const needsKey = operation.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'));
  const flags = [
    ...(method === 'get' ? [] : [`-X ${method.toUpperCase()}`]),
    ...(STREAMED.has(operation.operationId ?? '') && path.match(/live$|events$/) ? ['-N'] : []),
    ...(operation.operationId === 'exportMeeting' ? ['-o meeting.zip'] : []),
  ];
  const lines = [
    ['curl -sS', ...flags, `"${url}"`].join(' '),
    '-H "Authorization: Bearer $PARLEY_API_KEY"',
    ...(needsKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined ? [] : [`-H "Content-Type: ${type}"`, `-d '${JSON.stringify(body)}'`]),
  ];
  return lines.join(' \\\n  ');
}

const TS_HEAD = `import { createClient } from '@parley/sdk';

const parley = createClient({ baseUrl: 'https://meet.example.org', apiKey: 'YOUR_API_KEY' });
`;

/** Methods whose result is nothing to print. */
const GIVES_NOTHING = /\.(?:delete|revoke|erase)$/;

function withTypeScript({ method, refs, body, isStreamed }: Call): string {
  const given = refs.map((name) => `'${exampleOf(name)}'`);
  const args = [...given, ...(body === undefined ? [] : [literal(body, TYPESCRIPT)])];
  const call = `parley.${method}(${args.join(', ')})`;
  const line = isStreamed
    ? `for await (const one of ${call}) console.log(one);`
    : GIVES_NOTHING.test(method)
      ? `await ${call};`
      : `console.log(await ${call});`;
  return `${TS_HEAD}${line}\n`;
}

const PYTHON_HEAD = `from parley_meetings import Parley

parley = Parley(base_url="https://meet.example.org", api_key="YOUR_API_KEY")
`;

function withPython({ method, refs, body, isStreamed }: Call): string {
  const given = refs.map((name) => `"${exampleOf(name)}"`);
  const args = [...given, ...(body === undefined ? [] : [literal(body, PYTHON)])];
  const call = `parley.${snake(method)}(${args.join(', ')})`;
  if (isStreamed) return `${PYTHON_HEAD}for one in ${call}:\n    print(one)\n`;
  return `${PYTHON_HEAD}${GIVES_NOTHING.test(method) ? call : `print(${call})`}\n`;
}

type Syntax = {
  member: (name: string) => string;
  text: (words: string) => string;
  none: string;
  indent: string;
};
const TYPESCRIPT: Syntax = {
  member: (name) => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`),
  text: (words) => `'${words.replaceAll("'", String.raw`\'`)}'`,
  none: 'null',
  indent: '  ',
};
const PYTHON: Syntax = {
  member: (name) => `"${name}"`,
  text: (words) => JSON.stringify(words),
  none: 'None',
  indent: '    ',
};

/** A JSON value as the language writes it; with `indent`, objects of objects over several lines. */
function literal(value: unknown, syntax: Syntax, indent = ''): string {
  if (value === null) return syntax.none;
  if (typeof value === 'string') return syntax.text(value);
  if (typeof value === 'boolean' && syntax === PYTHON) return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, syntax)).join(', ')}]`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const inner = `${indent}${syntax.indent}`;
  const members = Object.entries(value as object).map(
    ([name, one]: [string, unknown]) => `${syntax.member(name)}: ${literal(one, syntax, inner)}`,
  );
  const isFlat = members.join(', ').length < 60;
  if (isFlat) return syntax === PYTHON ? `{${members.join(', ')}}` : `{ ${members.join(', ')} }`;
  return `{\n${members.map((one) => `${inner}${one},\n`).join('')}${indent}}`;
}

const EXAMPLES: Record<string, string> = {
  meetingRef: 'mtg_7Hc2Qm9ZtR4vKx81LbNfWpYs',
  guestLinkRef: 'gl_2mVb8XrT0qLw5NcJ9uHsZ4Ky',
  participantRef: 'pt_K4vx81LbNfWpYs7Hc2Qm9ZtR',
  webhookRef: 'wh_5tGq81LbNfWpYs7Hc2Qm9ZtR',
  deliveryRef: 'dlv_K4vx81LbNfWpYs7Hc2Qm9ZtR',
};
const exampleOf = (name: string): string => EXAMPLES[name] ?? name;
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const shouted = (name: string) => snake(name).toUpperCase();
