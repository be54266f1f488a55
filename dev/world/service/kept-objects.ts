import type { ObjectStorePort } from '../../../src/core/ports.ts';

/** Object storage in memory, which lists keys by their characters. While `isAway` is set, every call fails. */
export function keptObjects() {
  const objects = new Map<string, Uint8Array>();
  const state = { isAway: false };
  const answer = <T>(value: () => T): Promise<T> =>
    state.isAway ? Promise.reject(new Error('the storage is away')) : Promise.resolve(value());
  const store: ObjectStorePort = {
    put: (key, body) => answer(() => void objects.set(key, Uint8Array.from(body))),
    get: (key) =>
      answer(() => {
        const body = objects.get(key);
        if (body === undefined) throw new Error(`no object ${key}`);
        return body;
      }),
    list: (prefix) =>
      answer(() => [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()),
    listFolders: () =>
      answer(() => [...new Set([...objects.keys()].map((key) => key.split('/')[0] ?? ''))]),
    deleteAll: (prefix) =>
      answer(() => {
        for (const key of objects.keys()) if (key.startsWith(prefix)) objects.delete(key);
      }),
  };
  return { store, objects, state };
}
