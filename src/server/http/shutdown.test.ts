import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { until } from '../../../dev/world/until.ts';

test('a shutdown does not wait for connections on which nothing was sent', async () => {
  const other = await serverWorld();
  const { hostname, port } = new URL(other.url);
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('connect', resolve));
  await other.call('GET', '/v1/webhooks');
  await other.close();
  await closed;
});

test('a shutdown does not wait for the connection of an answer that ends after it began', async () => {
  const other = await serverWorld();
  const tenant = randomUUID();
  const key = await other.key({ tenant });
  const stream = await fetch(`${other.url}/v1/events`, {
    headers: { authorization: `Bearer ${key}` },
  });
  let closing: Promise<void> | undefined;
  await other.ctx.db.transaction().execute(async (tx) => {
    await sql`lock table event in access exclusive mode`.execute(tx);
    // Its next read waits for the lock.
    other.eventTail.wake(tenant);
    closing = other.close();
    await until('no new connection is taken', 15_000, () =>
      fetch(`${other.url}/health/live`).then(
        () => false,
        () => true,
      ),
    );
  });
  expect(await stream.text()).toContain('"reason":"shutting_down"');
  await closing;
});
