import { describe, expect, test } from 'vitest';
import { migrationFaults, packageFaults, pageFaults, sourceFiles } from './source-rules.ts';

const step = (text: string) =>
  migrationFaults({ path: 'src/store/migrations/0099-next.ts', text }).join();

describe('a migration', () => {
  test.each([
    'alter table meeting drop column title',
    'alter table meeting rename column title to name',
    'alter table meeting rename to meetings',
    'drop table if exists visit',
    'alter table meeting alter column title type varchar(10)',
  ])('is refused that takes away what the release before it reads: %s', (statement) => {
    expect(step(statement)).toContain('breaks the release before');
    expect(step(`// Contracts: unused since 0.3.\n${statement}`)).toBe('');
  });

  test.each([
    'alter table meeting add column title text',
    'alter table meeting alter column title drop not null',
    'create table visits (ref text primary key)',
    'drop index meeting_by_time',
  ])('is taken that the release before it does not notice: %s', (statement) => {
    expect(step(statement)).toBe('');
  });
});

test.each(['pg', 'pg/lib/client.js', '@livekit/protocol/dist/index.js'])(
  'a rule reports the package of %s in a folder that is not its own',
  (module) => {
    const path = 'src/core/meeting/end-meeting.ts';
    expect(packageFaults({ path, imports: [module] }).join()).toContain('belongs to src/');
  },
);

test.each([
  ['fs', ['src/app/main.ts: write node:fs']],
  ['node:fs', []],
  ['node:sqlite', []],
])("a module of Node's own is imported by its full name: %s", (module, faults) => {
  expect(packageFaults({ path: 'src/app/main.ts', imports: [module] })).toEqual(faults);
});

test.each([
  ['clients/web/src/stage/stage.tsx', 'people.toSorted(byName)', 1],
  ['clients/web/src/stage/stage.tsx', '[...people].sort(byName)', 0],
  ['src/core/paging/page.ts', 'rows.toSorted(byName)', 0],
])('a page may use only methods that older phones have, in %s: %s', (path, text, faults) => {
  expect(pageFaults({ path, text })).toHaveLength(faults);
});

test("the rules are for the set-up's JavaScript too", () => {
  expect(sourceFiles().map(({ path }) => path)).toContain('setup/run.mjs');
});
