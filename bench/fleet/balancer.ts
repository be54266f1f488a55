import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Request, send } from '../api/requests.ts';

export type Answer = Record<string, unknown>;

const CONNECTIONS_TO_EACH = 32;
const MAX_TRIES = 5;
const RETRY_AFTER_MS = 1_000;

/** Sends calls to api processes in turn. */
export class Balancer {
  /** By name, for calls and other measurements. */
  readonly latenciesMs = new Map<string, number[]>();
  /** Calls that were repeated after a 503. */
  retries = 0;
  private readonly pools: Pool[];
  private turn = 0;

  constructor(urls: readonly string[]) {
    this.pools = urls.map((url) => new Pool(url, { connections: CONNECTIONS_TO_EACH }));
  }

  /** Fails on any status but the expected one. Retries after 503. */
  async call(name: string, request: Request): Promise<Answer> {
    const started = performance.now();
    for (let tries = 1; ; tries++) {
      try {
        const body = await send(this.next(), request);
        this.note(name, started);
        return JSON.parse(body) as Answer;
      } catch (error) {
        if (tries === MAX_TRIES || !String(error).includes(': 503 instead of')) throw error;
        this.retries += 1;
        await delay(RETRY_AFTER_MS);
      }
    }
  }

  private next(): Pool {
    this.turn = (this.turn + 1) % this.pools.length;
    const pool = this.pools[this.turn];
    if (!pool) throw new Error('no api');
    return pool;
  }

  note(name: string, started: number): void {
    const known = this.latenciesMs.get(name) ?? [];
    known.push(performance.now() - started);
    this.latenciesMs.set(name, known);
  }
}
