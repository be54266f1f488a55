import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DeliveryGate, deliveryGate } from './delivery-gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const enter = (gate: DeliveryGate) => gate.enter('wh_1', new Date());

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
  const third = gate.enter('wh_2', new Date());
  await vi.advanceTimersByTimeAsync(100);
  expect(await second).toHaveProperty('again');
  expect(await third).toHaveProperty('leave');
});
