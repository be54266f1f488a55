import { expect, test } from 'vitest';
import { embedEvents, readEmbedCommand } from './embed-messages.ts';
import { INITIAL_STATE } from '../session/session-state.ts';
import { somebody } from '../../../../dev/world/guest-page.ts';

test.each<[unknown, string | null]>([
  [{ target: 'parley', command: 'mute' }, 'mute'],
  [{ target: 'parley', command: 'leave' }, 'leave'],
  // A page around never opens a microphone.
  [{ target: 'parley', command: 'unmute' }, null],
  [{ target: 'other', command: 'mute' }, null],
  [{ target: 'parley', command: { toString: () => 'mute' } }, null],
  ['mute', null],
  [null, null],
])('%j is the command %s', (data, command) => expect(readEmbedCommand(data)).toBe(command));

test('only changes are reported, and no names', () => {
  const self = somebody({ ref: 'a', name: 'Anna', isSelf: true });
  const joined = { ...INITIAL_STATE, phase: 'joined', people: [self] } as const;
  const events = embedEvents(INITIAL_STATE, joined);
  expect(events).toEqual([
    { source: 'parley', type: 'state', state: 'joined' },
    { source: 'parley', type: 'people', count: 1 },
    { source: 'parley', type: 'devices', microphoneOn: true, cameraOn: false },
  ]);
  expect(embedEvents(joined, { ...joined })).toEqual([]);
  expect(JSON.stringify(events)).not.toContain('Anna');
});
