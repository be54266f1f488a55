import { describe, expect, test } from 'vitest';
import { writeGuestMessage } from './guest-message.ts';
import type { GuestMessage } from './guest-message.ts';
import { Together } from './room-messages.ts';

function meet() {
  const told: string[] = [];
  const sent: { topic: string; text: string; to: readonly string[] | undefined }[] = [];
  const together = new Together((kind, from) => told.push(`${kind} ${from}`));
  const line = {
    self: 'me',
    send: async (topic: string, payload: Uint8Array, to?: readonly string[]) => {
      sent.push({ topic, text: new TextDecoder().decode(payload), to });
    },
  };
  together.connected(line, 0);
  const hear = (from: string, message: GuestMessage, nowMs: number) =>
    together.receive(from, message.topic, writeGuestMessage(message), nowMs);
  return { together, told, sent, hear, line, state: () => together.store.read() };
}

describe('chat', () => {
  test('counts what was not seen, and nothing once the chat is open', () => {
    const { together, hear, state } = meet();
    hear('b', { topic: 'chat', text: 'one' }, 0);
    hear('b', { topic: 'chat', text: 'two' }, 1000);
    expect(state().unread).toBe(2);
    together.showChat(true);
    hear('b', { topic: 'chat', text: 'three' }, 2000);
    expect([state().unread, state().messages.length]).toEqual([0, 3]);
  });

  test('shows what was sent as ours, and nothing when it could not be sent', async () => {
    const { together, line, state } = meet();
    expect(await together.say(' hi ', 0)).toBe('sent');
    expect(state().messages.map(({ mine, text }) => [mine, text])).toEqual([[true, 'hi']]);
    together.connected({ ...line, send: () => Promise.reject(new Error('down')) }, 0);
    expect(await together.say('lost', 5000)).toBe('failed');
    expect(state().messages).toHaveLength(1);
  });

  test('sends a message that is still under way no second time', async () => {
    const { together, line, state } = meet();
    const sent = Promise.withResolvers<void>();
    together.connected({ ...line, send: () => sent.promise }, 0);
    const first = together.say('slow', 0);
    expect(await together.say('slow', 1000)).toBe('under_way');
    sent.resolve();
    expect(await first).toBe('sent');
    expect(state().messages).toHaveLength(1);
    expect(await together.say('next', 2000)).toBe('sent');
  });

  test('keeps what is being written until the visit is over', () => {
    const { together } = meet();
    together.keepDraft('half a thou');
    together.disconnected();
    expect(together.draft()).toBe('half a thou');
    together.clear();
    expect(together.draft()).toBe('');
  });

  test('sends no more than a person can type', async () => {
    const { together } = meet();
    const outcomes = [];
    for (let n = 0; n < 20; n += 1) outcomes.push(await together.say('again', 0));
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(5);
    expect(outcomes.at(-1)).toBe('too_fast');
  });

  test('stays small and is told once whatever a hostile guest sends', () => {
    const { hear, state, told } = meet();
    for (let n = 0; n < 10_000; n += 1) hear('flood', { topic: 'chat', text: `${n}` }, n / 10);
    expect(state().messages.length).toBeLessThanOrEqual(16);
    expect(told).toEqual(['chat_from flood']);
    for (let n = 0; n < 2000; n += 1)
      hear(`p${n % 100}`, { topic: 'chat', text: 'x' }, 10_000 + n * 1000);
    expect(state().messages).toHaveLength(300);
  });
});

describe('hands', () => {
  test('queue in the order in which they were heard', () => {
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

  test('are said again to a newcomer alone, and to all over a new connection', async () => {
    const { together, sent, line } = meet();
    together.greet('nobody yet', 0);
    await together.raiseHand(true, 0);
    together.greet('late', 5000);
    together.connected(line, 9000);
    expect(sent.map(({ text, to }) => [JSON.parse(text).agoMs, to])).toEqual([
      [0, undefined],
      [5000, ['late']],
      [9000, undefined],
    ]);
  });
});

test('hands that were lowered while the connection was lost are down after it, and those still up keep their place untold', () => {
  const { together, hear, state, told, line } = meet();
  hear('b', { topic: 'hand', raised: true, agoMs: 0 }, 20_000);
  hear('c', { topic: 'hand', raised: true, agoMs: 0 }, 21_000);
  together.disconnected();
  together.connected(line, 90_000);
  hear('c', { topic: 'hand', raised: true, agoMs: 69_000 }, 90_500);
  expect([...state().hands]).toEqual([['c', 21_000]]);
  expect(told).toEqual(['hands_raised b', 'hands_raised c']);
});

test('nothing stays after the visit', () => {
  const { together, hear, state } = meet();
  hear('b', { topic: 'chat', text: 'secret' }, 0);
  hear('b', { topic: 'hand', raised: true, agoMs: 0 }, 0);
  together.clear();
  expect([state().messages.length, state().hands.size, state().unread]).toEqual([0, 0, 0]);
});
