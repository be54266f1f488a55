import { describe, expect, test } from 'vitest';
import {
  addNotice,
  type Notice,
  type NoticeContent,
  noticesOfPeopleChange,
  shownNotices,
} from './notices.ts';
import type { Person } from '../people/person.ts';
import { somebody } from '../../../../dev/world/guest-page.ts';

/** People drawn as their names; a name in capitals is oneself. */
function people(drawn: string): Person[] {
  return drawn
    .split('')
    .map((name) => somebody({ ref: name, name, isSelf: name === name.toUpperCase() }));
}

describe('noticesOfPeopleChange', () => {
  test.each<[string, string, NoticeContent[]]>([
    ['A', 'Ab', [{ kind: 'people_joined', names: ['b'] }]],
    ['Ab', 'A', [{ kind: 'people_left', names: ['b'] }]],
    [
      'Ab',
      'Acd',
      [
        { kind: 'people_left', names: ['b'] },
        { kind: 'people_joined', names: ['c', 'd'] },
      ],
    ],
    ['Ab', 'Ab', []],
    ['', 'A', []],
    ['A', '', []],
  ])('from %j to %j says %j', (before, after, said) => {
    expect(noticesOfPeopleChange(people(before), people(after))).toEqual(said);
  });
});

describe('addNotice', () => {
  function play(...events: [number, NoticeContent][]): readonly Notice[] {
    return events.reduce<readonly Notice[]>(
      (notices, [atMs, content]) => addNotice(notices, content, atMs),
      [],
    );
  }
  const joined = (...names: string[]): NoticeContent => ({ kind: 'people_joined', names });
  const left = (...names: string[]): NoticeContent => ({ kind: 'people_left', names });

  test('merges joins that follow each other', () => {
    const notices = play([0, joined('a')], [2000, joined('b')], [4000, joined('c')]);
    expect(notices).toEqual([{ id: 1, atMs: 4000, content: joined('a', 'b', 'c') }]);
  });

  test('keeps joins apart that are three seconds apart', () => {
    expect(
      play([0, joined('a')], [3000, joined('b')]).map(({ id, content }) => [id, content]),
    ).toEqual([
      [1, joined('a')],
      [2, joined('b')],
    ]);
  });

  test('never mixes joining and leaving', () => {
    expect(play([0, joined('a')], [1, left('a')])).toHaveLength(2);
  });

  test('names each of two devices that fail together, and the latest fault of each', () => {
    const failed = (device: 'microphone' | 'camera', error: 'denied' | 'busy'): NoticeContent => ({
      kind: 'device_failed',
      device,
      error,
    });
    const [busy, denied] = [failed('camera', 'busy'), failed('microphone', 'denied')];
    const notices = play([0, failed('camera', 'denied')], [1, busy], [2, denied]);
    expect(notices.map(({ content }) => content)).toEqual([busy, denied]);
  });

  test('keeps at most five notices and fifty names', () => {
    const storm = Array.from({ length: 200 }, (_, n): [number, NoticeContent] => [
      n * 5000,
      joined(`n${n}`),
    ]);
    expect(play(...storm)).toHaveLength(5);
    const crowd = Array.from({ length: 200 }, (_, n): [number, NoticeContent] => [
      n,
      joined(`n${n}`),
    ]);
    const content = play(...crowd)[0]?.content;
    expect(content !== undefined && 'names' in content ? content.names.length : 0).toBe(50);
  });
});

describe('shownNotices', () => {
  const error: NoticeContent = {
    kind: 'device_failed',
    device: 'microphone',
    error: 'denied_by_system',
  };
  const notices: Notice[] = [
    { id: 1, atMs: 0, content: error },
    { id: 2, atMs: 500, content: { kind: 'people_joined', names: ['b'] } },
    { id: 3, atMs: 1000, content: { kind: 'people_left', names: ['b'] } },
    { id: 4, atMs: 1500, content: { kind: 'reconnecting' } },
  ];
  test.each<[string, number, number[]]>([
    [
      'error with a device is not pushed out by people who come and go, and what the banner shows is not shown twice',
      1600,
      [1, 3],
    ],
    ['error with a device can be read to its end', 12_000, [1]],
    ['all of it goes', 20_000, []],
  ])('%s', (_, nowMs, ids) => {
    expect(shownNotices(notices, nowMs).map(({ id }) => id)).toEqual(ids);
  });
});
