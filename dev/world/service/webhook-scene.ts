// The core with webhooks and a real database. A manual clock drives the retries.
import type { EventTypeChoice } from '../../../contract/generated/api.ts';
import { outgoingHttp } from '../../../src/adapters/outgoing-http/outgoing-http.ts';
import type { Ctx } from '../../../src/core/context.ts';
import { newRef } from '../../../src/core/ids.ts';
import { cancelMeeting } from '../../../src/core/meeting/cancel-meeting.ts';
import { createWebhook } from '../../../src/core/webhook/create-webhook.ts';
import { deliveryHandlers } from '../../../src/jobs/task-handlers.ts';
import { findDelivery } from '../../../src/store/webhook/webhook-delivery.ts';
import { coreScene } from './core-scene.ts';
import { testDatabase } from './test-database.ts';

export async function webhookScene(
  options: { postWithinMs?: number; outgoing?: Ctx['outgoing'] } = {},
) {
  const { db, url } = await testDatabase();
  const scene = coreScene(db);
  // Receivers compare the signatures' timestamps with the real clock.
  scene.clock.advance((Date.now() - scene.clock.now().getTime()) / 1000);
  const { outgoing, postWithinMs } = options;
  scene.ctx.outgoing =
    outgoing ?? outgoingHttp({ allowPrivate: true, ...(postWithinMs && { postWithinMs }) });
  const { ctx, actor } = scene;
  const call = (path: string) => ({ tenant: actor.tenant, method: 'POST', path, key: newRef('k') });
  const deliver = () => scene.work(deliveryHandlers());
  return {
    ...scene,
    db,
    databaseUrl: url,
    deliver,
    /** A `tenant` of its own separates a test from others in the file. */
    webhook: async (
      to: string,
      wish: {
        tenant?: string;
        eventTypes?: EventTypeChoice[];
      } = {},
    ) => {
      const body = { url: to, ...(wish.eventTypes && { eventTypes: wish.eventTypes }) };
      const made = await createWebhook(ctx, {
        actor: { ...actor, tenant: wish.tenant ?? actor.tenant },
        body,
        call: call('/v1/webhooks'),
      });
      return made.webhook;
    },
    /** Creates and cancels a meeting, which makes three events. */
    cancelled: async (): Promise<string> => {
      const { meetingRef } = await scene.newMeeting();
      await cancelMeeting(ctx, { actor, meetingRef, call: null });
      return meetingRef;
    },
    deliveries: (webhookRef: string) =>
      db
        .selectFrom('webhook_delivery')
        .selectAll()
        .where('webhook_ref', '=', webhookRef)
        .orderBy('number')
        .execute(),
    delivery: async (deliveryRef: string) => {
      const row = await findDelivery(db, deliveryRef);
      if (!row) throw new Error('no such delivery');
      return row;
    },
    /** Moves the clock from one due delivery to the next until `seconds` have passed. */
    pass: async (seconds: number): Promise<void> => {
      const end = scene.clock.now().getTime() + seconds * 1000;
      for (;;) {
        await deliver();
        const next = await db
          .selectFrom('task')
          .select((eb) => eb.fn.min('due_at').as('at'))
          .where('kind', '=', 'deliver_webhook')
          .executeTakeFirst();
        const at = next?.at?.getTime() ?? Infinity;
        scene.clock.advance((Math.min(at, end) - scene.clock.now().getTime()) / 1000);
        if (at > end) return;
      }
    },
  };
}
