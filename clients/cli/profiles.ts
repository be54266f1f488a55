// Services saved under a name, in a file that only its owner can read.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './arguments-of.ts';
import { ADDRESS_RULE, addressOf } from '../sdk-typescript/checked-options.ts';

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
    const known = Object.entries(profiles).filter(
      ([, one]) => isText(one.url) && isText(one.apiKey),
    );
    return { current: isText(current) ? current : null, profiles: Object.fromEntries(known) };
  } catch {
    throw new UsageError(`${file} cannot be read. Fix it or remove it.`);
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

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

export type Service = { baseUrl: string; apiKey: string };

/**
 * The service and its key: from the named profile, else from PARLEY_PROFILE, else from PARLEY_URL
 * and PARLEY_API_KEY if either is set, else from the profile in use. Throws UsageError.
 */
export function readService(env: Env, profile?: string): Service {
  const name = profile ?? env['PARLEY_PROFILE']?.trim();
  const apiKey = env['PARLEY_API_KEY'];
  if (name || !(apiKey?.trim() || env['PARLEY_URL']?.trim())) {
    const known = readProfiles(env);
    const chosen = name || known.current;
    if (chosen) {
      const { url, apiKey } = profileOf(known, chosen);
      return checkedService(url, apiKey, 'The address of the profile');
    }
  }
  return checkedService(env['PARLEY_URL']?.trim() || 'http://localhost:8080', apiKey, 'PARLEY_URL');
}

/** `from` names the source of the URL. Throws UsageError. */
export function checkedService(baseUrl: string, key: string | undefined, from: string): Service {
  const apiKey = key?.trim();
  if (addressOf(baseUrl) === null) throw new UsageError(`${from} ${ADDRESS_RULE}`);
  if (!apiKey)
    throw new UsageError(
      'Set PARLEY_API_KEY to an API key of the service, or use a profile. `parley keys create` ' +
        'creates a key; the first one is in <data folder>/api-key.',
    );
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new UsageError('PARLEY_API_KEY contains a character that no key has. Copy it again.');
  return { baseUrl, apiKey };
}
