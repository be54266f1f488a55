import { readFileSync } from 'node:fs';

const stored: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

export const version = stored.version;
