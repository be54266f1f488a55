import { keyIdOf, newApiKey } from '../../../src/core/api-key/key-format.ts';

/** A well-formed key with this id and another secret, as someone could make it who knows only the id. */
export function forgedKey(keyId: string): string {
  const { key } = newApiKey('test', keyId);
  if (keyIdOf(key) !== keyId) throw new Error('The forged key would be refused for its form alone');
  return key;
}
