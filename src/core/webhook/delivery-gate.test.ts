import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DeliveryGate, deliveryGate, MAX_DELIVERIES } from './delivery-gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const enter = (gate: DeliveryGate, webhookRef = 'wh_1', tenant = 'acme') =>
  gate.enter({ webhookRef, tenant }, new Date());

test('many deliveries to a receiver that does not answer come again over a minute, not every second', async () => {
  const gate = deliveryGate();
  for (let i = 0; i < 6; i += 1) await enter(gate);
  vi.advanceTimersByTime(15_000);
  const again = [];
  for (let i = 0; i < 1_000; i += 1) {
    const answer = await enter(gate);
    again.push('again' in answer ? answer.again.getTime() - Date.now() : 0);
  }
  expect(again.slice(0, 3)).toEqual([1_000, 3_500, 6_000]);
  expect(again.at(-1)).toBe(60_000);
  expect(again.filter((ms) => ms < 60_000)).toHaveLength(24);
});

test('a delivery waits for a receiver that answers soon, and takes over the place', async () => {
  const gate = deliveryGate(1);
  const first = await enter(gate);
  const second = enter(gate);
  vi.advanceTimersByTime(50);
  if ('leave' in first) first.leave();
  expect(await second).toHaveProperty('leave');
});

test('nobody left in time: the delivery comes again after a second', async () => {
  const gate = deliveryGate(1);
  await enter(gate);
  const second = enter(gate);
  const third = enter(gate, 'wh_2');
  await vi.advanceTimersByTimeAsync(100);
  expect(await second).toHaveProperty('again');
  expect(await third).toHaveProperty('leave');
});

test('a quick receiver waits for a place however long another of its tenant has not answered', async () => {
  const gate = deliveryGate();
  for (let i = 0; i < 6; i += 1) await enter(gate, 'wh_silent');
  vi.advanceTimersByTime(14_000);
  const quick = [];
  for (let i = 0; i < 18; i += 1) quick.push(await enter(gate, `wh_quick${i % 3}`));
  const next = enter(gate, 'wh_other');
  await vi.advanceTimersByTimeAsync(50);
  const [first] = quick;
  if (first && 'leave' in first) first.leave();
  expect(await next).toHaveProperty('leave');
});

test('receivers of one tenant that do not answer leave places for those of another', async () => {
  const gate = deliveryGate();
  let entered = 0;
  for (let i = 0; i < MAX_DELIVERIES; i += 1) {
    const answer = enter(gate, `wh_${i % 50}`);
    await vi.advanceTimersByTimeAsync(100);
    if ('leave' in (await answer)) entered += 1;
  }
  expect(entered).toBe(24);
  expect(MAX_DELIVERIES).toBeGreaterThan(entered);
  expect(await enter(gate, 'wh_other', 'other')).toHaveProperty('leave');
});
