// llama.cpp's own server with a model that this test writes. Needs python3 with venv and a package index:
// `npm run test:python`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAiWriter } from '../../src/adapters/openai/openai-writer.ts';
import { tryChatModel } from '../../src/adapters/openai/try-server.ts';
import type { Log, SummaryContent } from '../../src/core/ports.ts';
import { embeddedWriter } from '../../src/engines/summarizer/embedded-writer.ts';
import { transcriptReader } from '../../src/engines/summarizer/transcript-reader.ts';
import { meeting, memory, NEVER, PATIENCE } from '../world/speech/summary-scene.ts';
import { installLlamaServer, type LlamaServer, startLlamaServer } from './llama-server.ts';
import { writeTinyModel } from './tiny-model.ts';

const INSTALL_MS = 180_000;
/** The model counts a token for each byte, so its context is large beside what the writer is told. */
const SERVER_TOKENS = 65_536;
const LINES = ['Anna: We decided to ship the new release on Friday.', 'Bob: Great.'];

const folder = await mkdtemp(join(tmpdir(), 'parley-language-model-'));
const servers: LlamaServer[] = [];

beforeAll(() => installLlamaServer(folder), INSTALL_MS);

afterAll(async () => {
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function serve(verdict: boolean, contextTokens = SERVER_TOKENS): Promise<LlamaServer> {
  const model = join(folder, `${String(verdict)}.gguf`);
  await writeTinyModel(model, { verdict });
  const server = await startLlamaServer(folder, { model, contextTokens });
  servers.push(server);
  return server;
}

async function summaryBy(url: string, lines: readonly string[] = LINES): Promise<SummaryContent> {
  const silent = (): void => {};
  const log: Log = { debug: silent, info: silent, warn: silent, error: silent };
  const writer = openAiWriter({
    url,
    apiKey: null,
    model: 'tiny',
    contextTokens: 8_192,
    embedded: embeddedWriter(),
    reader: transcriptReader,
    log,
    patience: { ...PATIENCE, callMs: 60_000 },
  });
  return writer.write(meeting(lines), NEVER, memory());
}

const WRITTEN = {
  overview: 'Ship.',
  decisions: [{ text: 'Ship', segmentRefs: ['sg_0'] }],
  actionItems: [{ text: 'Ship', ownerDisplayName: null, dueDate: null, segmentRefs: ['sg_0'] }],
  generator: { name: 'openai', version: 'tiny' },
};

describe("llama.cpp's server", () => {
  it('writes minutes by the JSON schema, and says that they hold', async () => {
    const { url } = await serve(true);
    expect(await summaryBy(url)).toMatchObject(WRITTEN);
  });

  it('takes out of its minutes what it denies when it is asked', async () => {
    const { url } = await serve(false);
    const { decisions, actionItems, generator } = await summaryBy(url);
    expect({ decisions, actionItems }).toEqual({ decisions: [], actionItems: [] });
    expect(generator).toEqual(WRITTEN.generator);
  });

  it('serves several meetings at a time', async () => {
    const { url } = await serve(true);
    const summaries = await Promise.all(Array.from({ length: 4 }, () => summaryBy(url)));
    for (const summary of summaries) expect(summary).toMatchObject(WRITTEN);
  });

  it('is waited for when its first token is slow', async () => {
    const { server, url } = await serve(true);
    server.kill('SIGSTOP');
    const written = summaryBy(url);
    setTimeout(() => server.kill('SIGCONT'), 1_000);
    expect(await written).toMatchObject(WRITTEN);
  });

  it('writes a meeting that is longer than its context in parts', async () => {
    const { url } = await serve(true);
    const lines = [
      'Anna: We ship the release.',
      ...Array.from({ length: 200 }, (_, at) => `Bob: The sensor ${at} is in the cold building.`),
    ];
    expect(await summaryBy(url, lines)).toMatchObject(WRITTEN);
  });

  it('leaves the embedded summary when its context is smaller than configured', async () => {
    const { url } = await serve(true, 512);
    expect((await summaryBy(url)).generator.name).toBe('extractive');
  });

  it('is found by parley doctor', async () => {
    const { url } = await serve(true);
    const tried = await tryChatModel({ url, apiKey: null, model: 'tiny' });
    expect(tried).toEqual({ isFine: true, words: `tiny at ${new URL(url).host} answers` });
  });
});
