import { describe, expect, test } from 'vitest';
import { type GuestMessage, writeGuestMessage } from './guest-message.ts';
import { createRateLimiter, RoomMessages } from './room-messages.ts';

function meet() {
  const told: string[] = [];
  const roomMessages = new RoomMessages((from) => told.push(from));
  const line = {
    self: 'me',
    send: async () => undefined,
  };
  roomMessages.connected(line);
  const hear = (from: string, message: GuestMessage, nowMs: number) =>
    roomMessages.receive(from, message.topic, writeGuestMessage(message), nowMs);
  return { roomMessages, told, hear, line, state: () => roomMessages.store.get() };
}

describe('chat', () => {
  test('counts unread messages until the chat is opened', () => {
    const { roomMessages, hear, state } = meet();
    hear('b', { topic: 'chat', text: 'one' }, 0);
    hear('b', { topic: 'chat', text: 'two' }, 1000);
    expect(state().unread).toBe(2);
    roomMessages.showChat(true);
    hear('b', { topic: 'chat', text: 'three' }, 2000);
    expect([state().unread, state().chat.length]).toEqual([0, 3]);
  });

  test('shows a sent message as own, and none that failed', async () => {
    const { roomMessages, line, state } = meet();
    expect(await roomMessages.sendChat(' hi ', 0)).toBe('sent');
    expect(state().chat.map(({ mine, text }) => [mine, text])).toEqual([[true, 'hi']]);
    roomMessages.connected({ ...line, send: () => Promise.reject(new Error('down')) });
    expect(await roomMessages.sendChat('lost', 5000)).toBe('failed');
    expect(state().chat).toHaveLength(1);
  });

  test.each([
    ['x'.repeat(2000), 'sent'],
    ['x'.repeat(2001), 'too_long'],
    [`\n\n${'line\n'.repeat(30)}\n`, 'sent'],
    ['line\n'.repeat(31), 'too_long'],
    [`a${'\n'.repeat(4100)}b`, 'too_long'],
    [`${'\n'.repeat(4100)}b`, 'too_long'],
    [`b${'\n'.repeat(4100)}`, 'sent'],
  ])('never sends a part of a message: %#', async (text, result) => {
    const { roomMessages, state } = meet();
    expect(await roomMessages.sendChat(text, 0)).toBe(result);
    expect(state().chat.map((message) => message.text)).toEqual(
      result === 'sent' ? [text.trim()] : [],
    );
  });

  test('does not send a message twice while it is being sent', async () => {
    const { roomMessages, line, state } = meet();
    const sent = Promise.withResolvers<void>();
    roomMessages.connected({ ...line, send: () => sent.promise });
    const first = roomMessages.sendChat('slow', 0);
    expect(await roomMessages.sendChat('slow', 1000)).toBe('in_progress');
    sent.resolve();
    expect(await first).toBe('sent');
    expect(state().chat).toHaveLength(1);
    expect(await roomMessages.sendChat('next', 2000)).toBe('sent');
  });

  test('shows a message that was sent just before the connection was lost as own, without a notice', async () => {
    const { roomMessages, line, told, state } = meet();
    const sent = Promise.withResolvers<void>();
    roomMessages.connected({ ...line, send: () => sent.promise });
    const sending = roomMessages.sendChat('hi', 0);
    roomMessages.disconnected();
    sent.resolve();
    expect(await sending).toBe('sent');
    expect(state()).toMatchObject({ chat: [{ mine: true, text: 'hi' }], unread: 0 });
    expect(told).toEqual([]);
  });

  test('keeps the draft until the session ends', () => {
    const { roomMessages } = meet();
    roomMessages.saveDraft('half a thou');
    roomMessages.disconnected();
    expect(roomMessages.draft()).toBe('half a thou');
    roomMessages.clear();
    expect(roomMessages.draft()).toBe('');
  });

  test('limits how fast a guest can send', async () => {
    const { roomMessages } = meet();
    const outcomes = [];
    for (let n = 0; n < 20; n += 1) outcomes.push(await roomMessages.sendChat('again', 0));
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(5);
    expect(outcomes.at(-1)).toBe('too_fast');
  });

  test('stays bounded and announces once whatever a hostile guest sends', () => {
    const { hear, state, told } = meet();
    for (let n = 0; n < 10_000; n += 1) hear('flood', { topic: 'chat', text: `${n}` }, n / 10);
    expect(state().chat.length).toBeLessThanOrEqual(16);
    expect(told).toEqual(['flood']);
    for (let n = 0; n < 2000; n += 1)
      hear(`p${n % 100}`, { topic: 'chat', text: 'x' }, 10_000 + n * 1000);
    expect(state().chat).toHaveLength(300);
  });
});

test('nothing is kept after the session', () => {
  const { roomMessages, hear, state } = meet();
  hear('b', { topic: 'chat', text: 'secret' }, 0);
  roomMessages.clear();
  expect([state().chat.length, state().unread]).toEqual([0, 0]);
});

test('a message that is still being sent when the session ends is not kept', async () => {
  const { roomMessages, line, state } = meet();
  const sent = Promise.withResolvers<void>();
  roomMessages.connected({ ...line, send: () => sent.promise });
  const sending = [roomMessages.sendChat('secret', 0), roomMessages.react('heart')];
  roomMessages.clear();
  sent.resolve();
  await Promise.all(sending);
  expect(state()).toEqual({ chat: [], unread: 0, reactions: [] });
});

const passed = (
  gate: (sender: string, nowMs: number) => boolean,
  sender: string,
  times: readonly number[],
) => times.filter((nowMs) => gate(sender, nowMs)).length;
const spread = (count: number, overMs: number) =>
  Array.from({ length: count }, (_, n) => (n * overMs) / count);

test('of ten thousand messages in a second, the burst and one second of allowance pass', () => {
  const gate = createRateLimiter({ burst: 10, perSecond: 5 });
  expect(passed(gate, 'a', spread(10_000, 1000))).toBeLessThanOrEqual(15);
});

test('a flood from one sender does not use the allowance of others', () => {
  const gate = createRateLimiter({ burst: 3, perSecond: 1 });
  passed(gate, 'flood', spread(10_000, 1000));
  expect(passed(gate, 'quiet', [1000, 1001, 1002])).toBe(3);
});

test('the allowance refills over time', () => {
  const gate = createRateLimiter({ burst: 2, perSecond: 1 });
  expect(passed(gate, 'a', [0, 0, 0])).toBe(2);
  expect(passed(gate, 'a', [1000, 1000])).toBe(1);
});

test('a clock that goes back refills nothing', () => {
  const gate = createRateLimiter({ burst: 1, perSecond: 1 });
  expect([gate('a', 5000), gate('a', 0), gate('a', 100)]).toEqual([true, false, false]);
});
