import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../setup/places.mjs';
import { GUIDES } from '../../server/docs/guides.ts';
import { readSettings } from '../config/read-settings.ts';
import { keysCommand } from './keys-command.ts';

test('every `parley keys create` of the documentation can be run as it is', async () => {
  const texts = await Promise.all(
    GUIDES.map(({ file }) => readFile(join(projectRoot(), file), 'utf8')),
  );
  const shown = texts.flatMap((text) => [...text.matchAll(/keys create (--[^`\n]+)/g)]);
  expect(shown.length).toBeGreaterThan(1);
  const settings = readSettings({ PARLEY_DATA_DIR: '/nowhere' });
  for (const [line, options = ''] of shown)
    await expect(keysCommand(['create', ...options.split(' ')], settings), line).rejects.toThrow(
      'there is no database of Parley in /nowhere',
    );
});
