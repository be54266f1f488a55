// A chat-completions server on loopback that answers from a script, for tests of the real HTTP client.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { ChatMessage } from '../../../src/adapters/openai/ask-model.ts';

export type ModelRequest = {
  path: string;
  authorization: string | undefined;
  body: {
    model: string;
    messages: ChatMessage[];
    stream?: boolean;
    max_tokens?: number;
    response_format?: { type: string };
  };
};
export type ModelReply = (response: ServerResponse, request: ModelRequest) => void;

export type ScriptedModel = {
  url: string;
  requests: ModelRequest[];
  [Symbol.asyncDispose](): Promise<void>;
};

/** Answers request n with reply n, and every further request with the last reply. */
export async function scriptedModel(...replies: ModelReply[]): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const seen = {
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body: JSON.parse(body) as ModelRequest['body'],
      };
      requests.push(seen);
      replies[Math.min(requests.length, replies.length) - 1]?.(response, seen);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A completion. `finish` is `stop` by default. */
export function says(content: string | object, finish = 'stop'): ModelReply {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return (response) =>
    sendJson(response, {
      choices: [{ finish_reason: finish, message: { role: 'assistant', content: text } }],
    });
}

export function refusesInWords(): ModelReply {
  return (response) =>
    sendJson(response, {
      choices: [
        {
          finish_reason: 'stop',
          message: { role: 'assistant', content: null, refusal: 'I cannot help with that.' },
        },
      ],
    });
}

export function fails(status: number, headers: Record<string, string> = {}): ModelReply {
  return (response) => response.writeHead(status, headers).end('{"error":{"message":"no"}}');
}

export function hangsUp(): ModelReply {
  return (response) => response.destroy();
}

/** Breaks the connection in the middle of the answer. */
export function breaksOff(): ModelReply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"choices":', () => response.destroy());
  };
}

/** Begins to answer and then sends nothing more. */
export function dawdles(): ModelReply {
  return (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":');
}

/** An endless answer, as from a broken server. */
export function floods(): ModelReply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const pour = (): void => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
      if (!response.destroyed) response.once('drain', pour);
    };
    pour();
  };
}

export function staysSilent(): ModelReply {
  return () => {};
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
  return body;
}
