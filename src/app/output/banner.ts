import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

type Site = { publicUrl: string; dataDir: string; workingDir: string };

/**
 * What `npm start` prints on a terminal once it serves. Holds no key: the curl line reads it from its file. A process
 * that is not the first on its database, or serves no API, has no such file.
 */
export function banner({ publicUrl, dataDir, workingDir }: Site): string {
  const key = join(dataDir, 'api-key');
  const near = relative(workingDir, key);
  const shown = near.startsWith('..') ? key : near;
  const firstMeeting = `  The first API key is in ${shown}

  Create a meeting:

  curl -sX POST ${publicUrl}/v1/meetings \\
    -H "Authorization: Bearer $(cat ${forShell(shown)})" \\
    -H "Idempotency-Key: $(date +%s%N)" \\
    -H "Content-Type: application/json" \\
    -d '{"title":"My first meeting"}'

`;
  return `
  Parley is ready at ${publicUrl}
${existsSync(key) ? firstMeeting : ''}  Stop with Ctrl+C.
`;
}

const forShell = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
