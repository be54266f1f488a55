import { join, relative } from 'node:path';

/** What `npm start` says on a terminal once it serves. Holds no key: the curl line reads it from its file. */
export function banner(site: { publicUrl: string; dataDir: string; workingDir: string }): string {
  const key = join(site.dataDir, 'api-key');
  const near = relative(site.workingDir, key);
  const shown = near.startsWith('..') ? key : near;
  return `
  Parley is ready at ${site.publicUrl}
  The first API key is in ${shown}

  Create a meeting:

  curl -sX POST ${site.publicUrl}/v1/meetings \\
    -H "Authorization: Bearer $(cat ${shown})" \\
    -H "Idempotency-Key: $(date +%s%N)" \\
    -H "Content-Type: application/json" \\
    -d '{"title":"My first meeting"}'

  Stop with Ctrl+C.
`;
}
