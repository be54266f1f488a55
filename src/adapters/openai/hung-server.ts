import type { Answer, OpenAiServer } from './post-to-server.ts';

/** After so many questions in a row without an answer in time, a server counts as hung. */
const MAX_UNANSWERED = 3;

/** By URL and model. `unanswered`: in a row; `asked`: questions under way. */
const servers = new Map<string, { unanswered: number; asked: number }>();

/**
 * Asks the server. Null when it hangs and another question already waits for it: a hung server delays one meeting at a
 * time, and is noticed when it answers again.
 */
export async function unlessHung(
  { url, model }: OpenAiServer,
  ask: () => Promise<Answer>,
): Promise<Answer | null> {
  const key = `${url} ${model}`;
  const server = servers.get(key) ?? { unanswered: 0, asked: 0 };
  servers.set(key, server);
  if (server.unanswered >= MAX_UNANSWERED && server.asked > 0) return null;
  server.asked += 1;
  try {
    const answer = await ask();
    if (answer.kind === 'answered') server.unanswered = 0;
    else if (answer.why === 'no answer in time') server.unanswered += 1;
    return answer;
  } finally {
    server.asked -= 1;
  }
}
