import { ADDRESS_RULE, addressOf } from '../sdk-typescript/checked-options.ts';
import { type Env, profileOf, readProfiles } from './profiles.ts';
import { UsageError } from './usage-error.ts';

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
