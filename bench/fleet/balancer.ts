import { Pool } from 'undici';
import { type Request, send } from '../api/requests.ts';

export type Answer = Record<string, unknown>;

const CONNECTIONS_TO_EACH = 32;

/** Sends calls to api processes in turn. */
export class Balancer {
  /** By name, of calls and of whatever else was noted. */
  readonly latenciesMs = new Map<string, number[]>();
  private readonly pools: Pool[];
  private turn = 0;

  constructor(urls: readonly string[]) {
    this.pools = urls.map((url) => new Pool(url, { connections: CONNECTIONS_TO_EACH }));
  }

  /** Fails on any other status than the request's own. */
  async call(name: string, request: Request): Promise<Answer> {
    this.turn = (this.turn + 1) % this.pools.length;
    const pool = this.pools[this.turn];
    if (!pool) throw new Error('no api');
    const started = performance.now();
    const body = await send(pool, request);
    this.note(name, started);
    return JSON.parse(body) as Answer;
  }

  note(name: string, started: number): void {
    const known = this.latenciesMs.get(name) ?? [];
    known.push(performance.now() - started);
    this.latenciesMs.set(name, known);
  }
}
