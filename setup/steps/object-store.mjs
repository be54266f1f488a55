import { existsSync } from 'node:fs';
import { SetupFault } from '../fault.mjs';
import { OBJECT_STORE_VERSION as VERSION, objectStorePath } from '../places.mjs';
import { clock, say } from '../progress.mjs';
import { getReleasedProgram } from '../released-program.mjs';

// As in checksums.txt of the release.
const ARCHIVES = {
  x64: {
    name: `versitygw_v${VERSION}_Linux_x86_64`,
    sha256: '2ba2c734d10d2c4e651d03182cb4b246656bc735a2f282db7b0b73fba6073467',
  },
  arm64: {
    name: `versitygw_v${VERSION}_Linux_arm64`,
    sha256: 'b34051d33f5a9c457f790896acb7bd7d7e15ad8d92efb70616b924f37e401910',
  },
};

export const name = 'object store';
export const lock = 'object-store';

export function isDone() {
  return existsSync(objectStorePath());
}

/** For the soak tests: Versity's S3 gateway on a folder (Apache-2.0), a server with the S3 API in one program. */
export async function run() {
  const tried = [];
  const time = clock();
  const { name: base, sha256 } = ARCHIVES[process.arch];
  const isThere = await getReleasedProgram(
    {
      step: name,
      title: `versitygw ${VERSION}`,
      path: objectStorePath(),
      release: `https://github.com/versity/versitygw/releases/download/v${VERSION}`,
      archive: `${base}.tar.gz`,
      sha256,
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
        fix: [
          'give this machine access to github.com, or install Go 1.24 or newer, and run again',
          `or put the program at ${objectStorePath()} (executable)`,
        ],
      },
    );
  say(`object store: versitygw ${VERSION} at ${objectStorePath()} in ${time()}`);
}
