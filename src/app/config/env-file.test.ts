import { expect, test } from 'vitest';
import { readEnvFile } from './env-file.ts';

test('a .env file may come from an editor that adds a byte order mark and its own line ends', () => {
  const { values, faults } = readEnvFile(
    '\uFEFFPARLEY_PORT=8081\r\nexport PARLEY_SPEECH = off\r\n',
  );
  expect(values).toEqual({ PARLEY_PORT: '8081', PARLEY_SPEECH: 'off' });
  expect(faults).toEqual([]);
});

test.each(['PARLEY_SPEECH: canary', 'PARLEY_SPEECH', ' PARLEY_SPEECH canary=off'])(
  'a line of a .env file that gives a setting no value is refused, and not repeated: %s',
  (line) => {
    const { faults } = readEnvFile(`PARLEY_PORT=8081\n${line}\n# PARLEY_HOST 0.0.0.0\n`);
    expect(faults).toEqual([
      '.env has a line with PARLEY_SPEECH that cannot be read: write PARLEY_SPEECH=value.',
    ]);
  },
);
