// Services saved under a name, in a file that only its owner can read.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './usage-error.ts';

type Profile = { url: string; apiKey: string };
type Profiles = { current: string | null; profiles: Record<string, Profile> };
/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/;

export function profilesFile(env: Env): string {
  const base = env['XDG_CONFIG_HOME']?.trim() || join(env['HOME'] || homedir(), '.config');
  return join(base, 'parley', 'profiles.json');
}

/** Throws UsageError when the file is malformed. */
export function readProfiles(env: Env): Profiles {
  const file = profilesFile(env);
  if (!existsSync(file)) return { current: null, profiles: {} };
  try {
    const { current, profiles }: Profiles = JSON.parse(readFileSync(file, 'utf8'));
    const known = Object.entries(profiles).filter(([, one]) => one.url && one.apiKey);
    return { current: current ?? null, profiles: Object.fromEntries(known) };
  } catch {
    throw new UsageError(`${file} cannot be read. Fix it or remove it.`);
  }
}

export function writeProfiles(env: Env, profiles: Profiles): void {
  const file = profilesFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** Throws UsageError for an invalid name. */
export function profileName(name: string | undefined): string {
  if (name !== undefined && NAME.test(name)) return name;
  throw new UsageError(
    'A profile name has 1 to 40 letters, digits, _, . and -, and begins with a letter or digit.',
  );
}

/** Throws UsageError when there is no such profile. */
export function profileOf({ profiles }: Profiles, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  const names = Object.keys(profiles).join(', ');
  const known = names === '' ? '`parley profiles add` creates one.' : `Known profiles: ${names}.`;
  throw new UsageError(`There is no profile with that name. ${known}`);
}
