// What the owners of meetings receive: through the event stream of each tenant, and through its webhook.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { withTimeout } from '../../src/core/timing.ts';
import { addressOf } from './media-server.ts';

export type Tenant = { tenant: string; apiKey: string };

/** The last event of a meeting. */
export const LAST_EVENT = 'summary.available';
const TOLD_WITHIN_MS = 60_000;

export class Told {
  readonly faults: string[] = [];
  /** How often a webhook delivered the last event of each meeting. */
  readonly deliveries = new Map<string, number>();
  /** The id of the newest event in each tenant's stream. */
  readonly lastIds = new Map<string, number>();
  private readonly waiting = new Map<string, () => void>();

  /** The address for webhooks. */
  async listen(): Promise<string> {
    const receiver = createServer(async (request, response) => {
      const { data } = (await json(request)) as { data: { meetingRef: string } };
      this.deliveries.set(data.meetingRef, (this.deliveries.get(data.meetingRef) ?? 0) + 1);
      response.writeHead(204).end();
    });
    return `${await addressOf(receiver)}/hook`;
  }

  /** Resolves when a stream delivers the last event of the meeting. */
  theEndOf(meetingRef: string): Promise<void> {
    const told = new Promise<void>((resolve) => this.waiting.set(meetingRef, resolve));
    return withTimeout(told, TOLD_WITHIN_MS, `${meetingRef}: no end was told`);
  }

  /** Reads each tenant's stream on from where it was, on these apis in turn, until the answer is called. */
  follow(tenants: readonly Tenant[], urls: readonly string[]): () => Promise<void> {
    const over = new AbortController();
    const reading = tenants.map((one, n) => this.read(one, urls[n % urls.length], over.signal));
    return async () => {
      over.abort();
      await Promise.all(reading);
    };
  }

  private async read({ tenant, apiKey }: Tenant, url: string | undefined, signal: AbortSignal) {
    const { events } = createClient({ baseUrl: url ?? '', apiKey });
    const lastEventId = String(this.lastIds.get(tenant) ?? 0);
    for await (const { id, event } of events.stream({ lastEventId, signal })) {
      const last = this.lastIds.get(tenant) ?? 0;
      if (Number(id) !== last + 1) this.faults.push(`${tenant}: event ${id} after ${last}`);
      this.lastIds.set(tenant, Number(id));
      if (event.type !== LAST_EVENT) continue;
      this.waiting.get(event.data.meetingRef)?.();
      this.waiting.delete(event.data.meetingRef);
    }
  }
}
