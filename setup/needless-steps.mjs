// Which set-up steps a start needs: few, if the process has one role and the operator runs the servers.
import { existsSync } from 'node:fs';

/**
 * The environment with a `.env` file of this folder beneath it, as the service reads it. The service reports one
 * that cannot be read.
 * @returns {Record<string, string | undefined>}
 */
export function environment() {
  try {
    if (existsSync('.env')) process.loadEnvFile?.('.env');
  } catch {}
  return process.env;
}

/**
 * Names of the steps that settings make unnecessary. Settings that the service would refuse skip nothing: the service
 * reports what is wrong with them.
 * @param {Record<string, string | undefined>} env
 * @returns {Set<string>}
 */
export function needlessSteps(env) {
  const value = (name) => (env[name] ?? '').trim();
  const roles = value('PARLEY_ROLE') || 'all';
  const has = (role) => new RegExp(`(^|,)\\s*(all|${role})\\s*(,|$)`).test(roles);
  const needless = new Set();
  if (value('DATABASE_URL')) needless.add('database');
  if (value('LIVEKIT_URL')) needless.add('media server');
  if (!has('scribe') || value('PARLEY_SPEECH') === 'off') needless.add('speech model');
  if (!has('api')) needless.add('web build');
  return needless;
}
