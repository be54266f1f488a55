import {
  checkedService,
  type Env,
  profileName,
  profileOf,
  profilesFile,
  readProfiles,
  writeProfiles,
} from './profiles.ts';
import { profilePages, readArguments } from './client-pages.ts';
import { commandList } from './command-page.ts';
import { table } from './table.ts';
import { UsageError } from './arguments-of.ts';

/** `parley profiles ...`. Throws UsageError. */
export function profilesCommand([verb, ...args]: string[], env: Env): string {
  const known = readProfiles(env);
  switch (verb) {
    case 'add':
      return add(args, env);
    case 'list': {
      const given = readArguments('profiles list', args);
      const rows = Object.entries(known.profiles).map(([name, { url }]) => ({
        name,
        url,
        inUse: name === known.current,
      }));
      if (given.flag('json')) return JSON.stringify(rows);
      return table(
        ['PROFILE', 'IN USE', 'SERVICE'],
        rows.map(({ name, url, inUse }) => [name, inUse ? 'yes' : '', url]),
      );
    }
    case 'use': {
      const { name, say } = named('profiles use', args);
      profileOf(known, name);
      writeProfiles(env, { ...known, current: name });
      return say({ name, inUse: true }, `${name} is in use`);
    }
    case 'remove': {
      const { name, say } = named('profiles remove', args);
      profileOf(known, name);
      const { [name]: _, ...profiles } = known.profiles;
      const current = known.current === name ? null : known.current;
      writeProfiles(env, { current, profiles });
      return say({ name, removed: true }, `removed ${name}`);
    }
    case undefined:
    default:
      throw new UsageError(`Use one of:\n${commandList(profilePages)}`);
  }
}

function add(args: string[], env: Env): string {
  const given = readArguments('profiles add', args);
  const name = profileName(given.positionals[0]);
  const url = given.text('url');
  if (url === undefined) throw new UsageError('Give the address of the service: --url URL.');
  const { baseUrl, apiKey } = checkedService(url, env['PARLEY_API_KEY'], '--url');
  const { current, profiles } = readProfiles(env);
  const all = { ...profiles, [name]: { url: baseUrl, apiKey } };
  const inUse = current ?? name;
  writeProfiles(env, { current: inUse, profiles: all });
  const added = { name, url: baseUrl, inUse: inUse === name };
  return given.flag('json') ? JSON.stringify(added) : `added ${name} to ${profilesFile(env)}`;
}

function named(command: string, args: string[]) {
  const given = readArguments(command, args);
  const say = (json: object, text: string) => (given.flag('json') ? JSON.stringify(json) : text);
  return { name: profileName(given.positionals[0]), say };
}
