// `node dev/proof/image.ts IMAGE`, as root, with Buildah, after `node setup/run.mjs test`: runs the start command of an
// image that was built with Buildah, as its user, in its files alone, which cannot be written but for /data and /tmp,
// and holds a meeting in which someone speaks. Exits with 1 unless every sentence is in the transcript once.
import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearAway, type Launched, startParley } from '../world/service/start-parley.ts';
import { PLAN, saidBy, timesSaid } from '../world/speech/sentences.ts';
import { voiceMeeting } from '../world/speech/voices.ts';

type Config = { Env: string[]; Cmd: string[]; User: string; WorkingDir: string };

const UNSHARED = ['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c'] as const;
/** $1 the image's files, $2 the folder for /data, $3 the user, $4 the working folder; then the command. */
const IN_THE_IMAGE = `set -e
root=$1 data=$2 user=$3 folder=$4
shift 4
mount --bind "$root" "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user:$user" "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`;

const buildah = (...args: string[]): string =>
  execFileSync('buildah', args, { encoding: 'utf8' }).trim();

function configOf(image: string): Config {
  const { OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', image)) as {
    OCIv1: { config: Config };
  };
  return OCIv1.config;
}

async function holdMeeting(image: string, container: string, started: Launched[]) {
  const { Env, Cmd, User, WorkingDir } = configOf(image);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-image-'));
  chownSync(dataDir, Number(User), Number(User));
  const root = buildah('mount', container);
  const parley = await startParley({
    dataDir,
    env: Object.fromEntries(Env.map((line) => line.split(/=(.*)/s, 2) as [string, string])),
    command: [...UNSHARED, IN_THE_IMAGE, 'sh', root, dataDir, User, WorkingDir, ...Cmd],
  });
  started.push({ ...parley, exitCode: () => null });
  const meeting = await voiceMeeting(parley);
  const ana = await meeting.enter('Ana');
  await ana.speak('plan');
  const transcript = await meeting.end();
  await ana.leave();
  return { readyMs: parley.readyMs, transcript };
}

const image = process.argv[2];
if (image === undefined) throw new Error('Which image? node dev/proof/image.ts IMAGE');
const container = buildah('from', '--pull-never', image);
const started: Launched[] = [];
try {
  const { readyMs, transcript } = await holdMeeting(image, container, started);
  const found = timesSaid(saidBy(transcript), PLAN);
  console.log(JSON.stringify({ readyMs, result: transcript.result, found }));
  if (transcript.result !== 'complete' || found.some((times) => times !== 1)) process.exitCode = 1;
} finally {
  await Promise.all(started.map(clearAway));
  buildah('rm', container);
}
process.exit();
