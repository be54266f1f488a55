import { describe, expect, test } from 'vitest';
import { type GuestMessage, writeGuestMessage } from './guest-message.ts';
import { createRateLimiter, RoomMessages } from './room-messages.ts';

function meet() {
  const told: string[] = [];
  const sent: { topic: string; text: string; to: readonly string[] | undefined }[] = [];
  const roomMessages = new RoomMessages((kind, from) => told.push(`${kind} ${from}`));
  const line = {
    self: 'me',
    send: async (topic: string, payload: Uint8Array, to?: readonly string[]) => {
      sent.push({ topic, text: new TextDecoder().decode(payload), to });
    },
  };
  roomMessages.connected(line, 0);
  const hear = (from: string, message: GuestMessage, nowMs: number) =>
    roomMessages.receive(from, message.topic, writeGuestMessage(message), nowMs);
  return { roomMessages, told, sent, hear, line, state: () => roomMessages.store.get() };
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
    roomMessages.connected({ ...line, send: () => Promise.reject(new Error('down')) }, 0);
    expect(await roomMessages.sendChat('lost', 5000)).toBe('failed');
    expect(state().chat).toHaveLength(1);
  });

  test('does not send a message twice while it is being sent', async () => {
    const { roomMessages, line, state } = meet();
    const sent = Promise.withResolvers<void>();
    roomMessages.connected({ ...line, send: () => sent.promise }, 0);
    const first = roomMessages.sendChat('slow', 0);
    expect(await roomMessages.sendChat('slow', 1000)).toBe('in_progress');
    sent.resolve();
    expect(await first).toBe('sent');
    expect(state().chat).toHaveLength(1);
    expect(await roomMessages.sendChat('next', 2000)).toBe('sent');
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
    expect(told).toEqual(['chat_from flood']);
    for (let n = 0; n < 2000; n += 1)
      hear(`p${n % 100}`, { topic: 'chat', text: 'x' }, 10_000 + n * 1000);
    expect(state().chat).toHaveLength(300);
  });
});

describe('hands', () => {
  test('queue in the order in which they arrive', () => {
    const { hear, state } = meet();
    hear('b', { topic: 'hand', raised: true, agoMs: 0 }, 20_000);
    // A claim of having waited counts only for those who have just arrived.
    hear('c', { topic: 'hand', raised: true, agoMs: 50_000 }, 21_000);
    hear('b', { topic: 'hand', raised: true, agoMs: 0 }, 30_000);
    expect([...state().hands]).toEqual([
      ['b', 20_000],
      ['c', 21_000],
    ]);
    hear('b', { topic: 'hand', raised: false, agoMs: 0 }, 31_000);
    expect([...state().hands.keys()]).toEqual(['c']);
  });

  test('keep their age for a guest who has just arrived', () => {
    const { hear, state } = meet();
    hear('b', { topic: 'hand', raised: true, agoMs: 60_000 }, 500);
    expect(state().hands.get('b')).toBe(-59_500);
  });

  test('are repeated to a newcomer only, and to all on a new connection', async () => {
    const { roomMessages, sent, line } = meet();
    roomMessages.greet('nobody yet', 0);
    await roomMessages.raiseHand(true, 0);
    roomMessages.greet('late', 5000);
    roomMessages.connected(line, 9000);
    expect(sent.map(({ text, to }) => [JSON.parse(text).agoMs, to])).toEqual([
      [0, undefined],
      [5000, ['late']],
      [9000, undefined],
    ]);
  });
});

test('after a reconnect, lowered hands are down and raised ones keep their place without an announcement', () => {
  const { roomMessages, hear, state, told, line } = meet();
  hear('b', { topic: 'hand', raised: true, agoMs: 0 }, 20_000);
  hear('c', { topic: 'hand', raised: true, agoMs: 0 }, 21_000);
  roomMessages.disconnected();
  roomMessages.connected(line, 90_000);
  hear('c', { topic: 'hand', raised: true, agoMs: 69_000 }, 90_500);
  expect([...state().hands]).toEqual([['c', 21_000]]);
  expect(told).toEqual(['hands_raised b', 'hands_raised c']);
});

test('nothing is kept after the session', () => {
  const { roomMessages, hear, state } = meet();
  hear('b', { topic: 'chat', text: 'secret' }, 0);
  hear('b', { topic: 'hand', raised: true, agoMs: 0 }, 0);
  roomMessages.clear();
  expect([state().chat.length, state().hands.size, state().unread]).toEqual([0, 0, 0]);
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
