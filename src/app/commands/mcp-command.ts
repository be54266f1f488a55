// `parley mcp`: the tools for language models over standard input and output.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { readService, type Service } from '../../../clients/cli/profiles.ts';
import { takeProfile } from '../../../clients/cli/run-cli.ts';
import { UsageError } from '../../../clients/cli/arguments-of.ts';
import type { ApiPort } from '../../server/mcp/call-api.ts';
import { mcpServer } from '../../server/mcp/mcp-server.ts';
import { usageOf } from './operator-pages.ts';
import { version } from '../version.ts';

/** Longer than the API holds a read. */
const ANSWER_WITHIN_MS = 60_000;

/** Runs until standard input ends, or nobody reads the output. Throws UsageError. */
export async function mcpCommand(
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { profile, rest } = takeProfile(args);
  if (rest.length > 0) throw new UsageError(`This command takes no arguments.\n${usageOf('mcp')}`);
  const server = mcpServer(portTo(readService(env, profile)), version);
  const ended = Promise.withResolvers<void>();
  process.stdin.once('end', () => ended.resolve());
  process.stdout.once('error', () => ended.resolve());
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's server has no such function
  server.onclose = () => ended.resolve();
  await server.connect(new StdioServerTransport());
  await ended.promise;
}

function portTo({ baseUrl, apiKey }: Service): ApiPort {
  return async ({ method, path, headers, body }, signal) => {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      // The key must not be sent anywhere else.
      redirect: 'error',
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    };
  };
}
