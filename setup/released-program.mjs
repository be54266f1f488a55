// Installs a program from its project's release, or builds it with Go.
import {
  chmodSync,
  createWriteStream,
  mkdirSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readTarGzMember } from './archive.mjs';
import { sha256Of } from './checked-file.mjs';
import { findOnPath, runProgram } from './program.mjs';
import { oneLine, say, size } from './progress.mjs';
import { inWorkspace } from './workspace.mjs';

const MAX_GO_MINUTES = 20;
const ANSWER_SECONDS = 20;
const STALL_SECONDS = 30;
const REPORT_EVERY_MS = 5000;

/**
 * Puts the program at `path`. Returns false when neither source works; `tried` says why. `title`: name and version;
 * `release`: the URL of its files; `archive`: the file for this machine, with the program as `member`; `sha256`: that
 * of the archive; `step`: the step's name in messages.
 */
export async function getReleasedProgram(wanted, tried) {
  const { step, path, release, goPackage } = wanted;
  return await inWorkspace(async (folder) => {
    for (const [source, obtain] of [
      [release, fromRelease],
      [`go install ${goPackage}`, fromGo],
    ]) {
      try {
        const binary = await obtain(wanted, folder);
        chmodSync(binary, 0o755);
        await runProgram(binary, ['--version'], { timeoutSeconds: 10 });
        mkdirSync(dirname(path), { recursive: true });
        renameSync(binary, path);
        return true;
      } catch (error) {
        tried.push(`${source}: ${oneLine(error)}`);
        say(`${step}: not available from ${source} (${oneLine(error)})`);
      }
    }
    return false;
  });
}

// Whoever can tamper with the archive can tamper with a checksum list beside it, so only our own checksum counts.
async function fromRelease({ step, title, release, archive, sha256, member }, folder) {
  say(`${step}: downloading ${title} (about 20 MB) from its release`);
  const packed = join(folder, archive);
  await download(`${release}/${archive}`, packed, step);
  const actual = await sha256Of(packed);
  if (actual !== sha256) throw new Error(`${archive} has sha256 ${actual}, expected ${sha256}`);
  const binary = join(folder, 'program');
  writeFileSync(binary, readTarGzMember(packed, member));
  return binary;
}

// Go checks every module against its checksum database.
async function fromGo({ step, title, goPackage }, folder) {
  const go = findOnPath('go');
  if (go === undefined) throw new Error('no Go compiler on PATH');
  say(`${step}: building ${title} with ${go} (one to four minutes, about 300 MB of modules)`);
  const bin = join(folder, 'bin');
  // Omits the debug tables, a third of the program.
  await runProgram(go, ['install', '-trimpath', '-ldflags=-s -w', goPackage], {
    cwd: folder,
    env: { GOBIN: bin, GOOS: '', GOARCH: '', CGO_ENABLED: '0' },
    timeoutSeconds: MAX_GO_MINUTES * 60,
  });
  return join(bin, readdirSync(bin)[0]);
}

/**
 * Downloads to `path` (a temporary name; the caller checks the file). Throws on any answer but 200,
 * silence or a stall.
 */
async function download(url, path, stepName) {
  const stop = new AbortController();
  const give = (seconds, what) =>
    setTimeout(
      () => stop.abort(new Error(`${new URL(url).host}: ${what} for ${seconds} s`)),
      seconds * 1000,
    );
  let timer = give(ANSWER_SECONDS, 'no answer');
  try {
    const answer = await fetch(url, { signal: stop.signal, redirect: 'follow' });
    if (answer.status !== 200 || answer.body === null)
      throw new Error(`${new URL(url).host} answered ${answer.status}`);
    const total = Number(answer.headers.get('content-length') ?? 0);
    let [got, reported] = [0, Date.now()];
    const meter = new Transform({
      transform(chunk, _encoding, done) {
        got += chunk.length;
        clearTimeout(timer);
        timer = give(STALL_SECONDS, 'no data');
        if (Date.now() - reported > REPORT_EVERY_MS) {
          reported = Date.now();
          say(`${stepName}: ${size(got)}${total > 0 ? ` of ${size(total)}` : ''}`);
        }
        done(null, chunk);
      },
    });
    await pipeline(Readable.fromWeb(answer.body), meter, createWriteStream(path), {
      signal: stop.signal,
    });
  } finally {
    clearTimeout(timer);
  }
}
