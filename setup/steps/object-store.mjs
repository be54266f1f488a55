import { existsSync } from 'node:fs';
import { SetupFault } from '../fault.mjs';
import { objectStorePath } from '../places.mjs';
import { clock, say } from '../progress.mjs';
import { getReleasedProgram } from '../released-program.mjs';

const VERSION = '1.8.0';

export const name = 'object store';
export const lock = 'object-store';

export function isDone() {
  return existsSync(objectStorePath());
}

/** For the soak tests: Versity's S3 gateway on a folder (Apache-2.0), a server with the S3 API in one program. */
export async function run() {
  const tried = [];
  const time = clock();
  const base = `versitygw_v${VERSION}_Linux_${process.arch === 'x64' ? 'x86_64' : process.arch}`;
  const isThere = await getReleasedProgram(
    {
      step: name,
      title: `versitygw ${VERSION}`,
      path: objectStorePath(),
      release: `https://github.com/versity/versitygw/releases/download/v${VERSION}`,
      archive: `${base}.tar.gz`,
      member: `${base}/versitygw`,
      goPackage: `github.com/versity/versitygw/cmd/versitygw@v${VERSION}`,
    },
    tried,
  );
  if (!isThere)
    throw new SetupFault(
      `the object store of the soak tests (versitygw ${VERSION}) could not be obtained`,
      {
        tried,
        mend: [
          'give this machine access to github.com, or install Go 1.24 or newer, and run again',
          `or put the program at ${objectStorePath()} (executable)`,
        ],
      },
    );
  say(`object store: versitygw ${VERSION} at ${objectStorePath()} in ${time()}`);
}
