import * as streamableHttp from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../http/answer.ts';
import type { ApiPort } from './call-api.ts';
import { mcpServer } from './mcp-server.ts';

type McpCall = { request: FastifyRequest; reply: FastifyReply; parsedBody: unknown };

/** The answer to one message or several; the server lives as long as they do. */
export async function answerMcp(
  api: ApiPort,
  version: string,
  { request, reply, parsedBody }: McpCall,
): Promise<Answer> {
  const mcp = mcpServer(api, version);
  const transport = new streamableHttp.WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
  });
  await mcp.connect(transport);
  // When the client hangs up, ends what its tools are still waiting for.
  reply.raw.once('close', () => void mcp.close());
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const asked = new Request('http://parley.invalid/mcp', { method: 'POST', headers });
  const response = await transport.handleRequest(asked, { parsedBody });
  return {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), 'cache-control': 'no-store' },
    body: await response.text(),
  };
}
