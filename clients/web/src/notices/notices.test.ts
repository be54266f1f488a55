import { describe, expect, test } from 'vitest';
import { somebody } from '../../../../dev/world/media/somebody.ts';
import { addNotice, sayPeopleChange, shownNotices } from './notices.ts';
import type { Notice, Said } from './notices.ts';
import type { Person } from '../people/person.ts';

/** People drawn as their names; a name in capitals is oneself. */
function people(drawn: string): Person[] {
  return drawn
    .split('')
    .map((name) => somebody({ ref: name, name, isSelf: name === name.toUpperCase() }));
}

describe('sayPeopleChange', () => {
  test.each<[string, string, Said[]]>([
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
    expect(sayPeopleChange(people(before), people(after))).toEqual(said);
  });
});

describe('addNotice', () => {
  function play(...events: [number, Said][]): readonly Notice[] {
    return events.reduce<readonly Notice[]>(
      (notices, [atMs, said]) => addNotice(notices, said, atMs),
      [],
    );
  }
  const joined = (...names: string[]): Said => ({ kind: 'people_joined', names });
  const left = (...names: string[]): Said => ({ kind: 'people_left', names });

  test('makes one sentence of joins that follow each other', () => {
    const notices = play([0, joined('a')], [2000, joined('b')], [4000, joined('c')]);
    expect(notices).toEqual([{ id: 1, atMs: 4000, said: joined('a', 'b', 'c') }]);
  });

  test('keeps joins apart that are three seconds apart', () => {
    expect(play([0, joined('a')], [3000, joined('b')]).map(({ id, said }) => [id, said])).toEqual([
      [1, joined('a')],
      [2, joined('b')],
    ]);
  });

  test('never mixes joining and leaving', () => {
    expect(play([0, joined('a')], [1, left('a')])).toHaveLength(2);
  });

  test('holds five notices and fifty names, whoever storms in and out', () => {
    const storm = Array.from({ length: 200 }, (_, n): [number, Said] => [
      n * 5000,
      joined(`n${n}`),
    ]);
    expect(play(...storm)).toHaveLength(5);
    const crowd = Array.from({ length: 200 }, (_, n): [number, Said] => [n, joined(`n${n}`)]);
    const said = play(...crowd)[0]?.said;
    expect(said !== undefined && 'names' in said ? said.names.length : 0).toBe(50);
  });
});

describe('shownNotices', () => {
  const trouble: Said = {
    kind: 'device_trouble',
    device: 'microphone',
    trouble: 'denied_by_system',
  };
  const notices: Notice[] = [
    { id: 1, atMs: 0, said: trouble },
    { id: 2, atMs: 500, said: { kind: 'people_joined', names: ['b'] } },
    { id: 3, atMs: 1000, said: { kind: 'people_left', names: ['b'] } },
    { id: 4, atMs: 1500, said: { kind: 'reconnecting' } },
  ];
  test.each<[string, number, number[]]>([
    [
      'trouble with a device is not pushed out by people who come and go, and what the banner shows is not shown twice',
      1600,
      [1, 3],
    ],
    ['trouble with a device can be read to its end', 12_000, [1]],
    ['all of it goes', 20_000, []],
  ])('%s', (_, nowMs, ids) => {
    expect(shownNotices(notices, nowMs).map(({ id }) => id)).toEqual(ids);
  });
});
